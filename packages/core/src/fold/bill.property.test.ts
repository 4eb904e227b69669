import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireFormat } from '../conversation.ts'
import { splice } from '../wire/splice.ts'
import { fold } from './fold.ts'
import { DEFAULT_POLICY } from './policy.ts'
import { conversationOf, countTokens, requestsOf, talk, transcript, type WireMessage } from './talk.fixture.ts'
import { MESSAGE_FRAME_TOKENS } from './transcript.ts'

const POLICY = { ...DEFAULT_POLICY, objective: 'cost' as const }
const BOUND = 1.02

/** A provider's prices, relative to a fresh token, and the least size its cache works from. */
const prices = fc.record({
  read: fc.double({ min: 0.1, max: 1, noNaN: true }),
  write: fc.double({ min: 1, max: 1.25, noNaN: true }),
  leastCached: fc.constantFrom(0, 1024),
})

type Prices = { readonly read: number; readonly write: number; readonly leastCached: number }

interface Sent {
  readonly texts: readonly string[]
  readonly tokens: readonly number[]
}

function measure(body: string): Sent {
  const texts = (JSON.parse(body) as { messages: unknown[] }).messages.map((message) => JSON.stringify(message))
  const tokens = (JSON.parse(body) as { messages: { content: unknown }[] }).messages.map(
    ({ content }) =>
      countTokens(typeof content === 'string' ? content : JSON.stringify(content)) + MESSAGE_FRAME_TOKENS,
  )
  return { texts, tokens }
}

function total(sent: Sent): number {
  return sent.tokens.reduce((sum, tokens) => sum + tokens, 0)
}

function price({ read, write, leastCached }: Prices, before: Sent | undefined, now: Sent): number {
  let shared = 0
  for (let i = 0; before && i < now.texts.length && before.texts[i] === now.texts[i]; i++) shared += now.tokens[i]!
  const hit = shared >= leastCached ? shared : 0
  return read * hit + write * (total(now) - hit)
}

/** The requests of one session as they came and as they were sent for the lowest bill. */
function play(format: WireFormat, messages: readonly WireMessage[]): { came: Sent; sent: Sent }[] {
  let state: ReturnType<typeof fold>['state'] | undefined
  return requestsOf(messages).map((request) => {
    const conversation = conversationOf(format, request)
    const folded = fold({ transcript: transcript(conversation), state, policy: POLICY, count: countTokens })
    state = folded.state
    return { came: measure(conversation.body), sent: measure(splice(conversation, folded.edits)) }
  })
}

describe.each<WireFormat>(['openai-chat', 'anthropic-messages'])('objective cost on %s', (format) => {
  it('never costs more than without folding, wherever the session stops and whatever the prices are', () => {
    fc.assert(
      fc.property(talk(format, { min: 5, max: 40 }), prices, (messages, model) => {
        let ours = 0
        let none = 0
        let largest = 0
        let before: { came: Sent; sent: Sent } | undefined
        for (const request of play(format, messages)) {
          const alone = price(model, before?.came, request.came)
          ours += price(model, before?.sent, request.sent)
          none += alone
          largest = Math.max(largest, alone)
          expect(ours).toBeLessThanOrEqual(BOUND * none + largest)
          before = request
        }
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('saves money on long sessions', () => {
    fc.assert(
      fc.property(talk(format, { min: 100, max: 101 }), (messages) => {
        const model = { read: 0.1, write: 1.25, leastCached: 0 }
        let ours = 0
        let none = 0
        let before: { came: Sent; sent: Sent } | undefined
        for (const request of play(format, messages)) {
          ours += price(model, before?.sent, request.sent)
          none += price(model, before?.came, request.came)
          before = request
        }
        expect(ours).toBeLessThan(0.9 * none)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })
})
