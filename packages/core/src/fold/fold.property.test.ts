import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turnOf, type WireFormat } from '../conversation.ts'
import { savedByEdits } from '../tokens/edit-tokens.ts'
import { encodingOf } from '../tokens/encoding.ts'
import { tokenProfileOf } from '../tokens/model-tokens.ts'
import { createPartCounter } from '../tokens/request-tokens.ts'
import { createTokenMemo } from '../tokens/token-memo.ts'
import { splice } from '../wire/splice.ts'
import { findProblem } from '../wire/validate.ts'
import { type FoldResult, fold } from './fold.ts'
import type { FoldState } from './state.ts'
import { conversationOf, countTokens, requestsOf, sha256, talk, transcript, type WireMessage } from './talk.fixture.ts'

/** One seed for all properties of a run: properties with the same generator get the same talks, which are then played once. */
const RUNS = { numRuns: 15, seed: Math.floor(Math.random() * 2 ** 31) }
const TURNS = { min: 6, max: 22 }
const BOUND_MODEL = 'claude-opus-5-5'
const formats: readonly WireFormat[] = ['openai-chat', 'anthropic-messages']

interface Sent extends FoldResult {
  readonly body: string
  readonly messages: readonly string[]
  readonly turn: number
}

function send(format: WireFormat, request: readonly WireMessage[], state?: FoldState, model?: string): Sent {
  const conversation = conversationOf(format, request, model)
  const result = fold({ transcript: transcript(conversation), state, count: countTokens })
  const body = splice(conversation, result.edits)
  const messages = (JSON.parse(body) as { messages: unknown[] }).messages.map((message) => JSON.stringify(message))
  return { ...result, body, messages, turn: turnOf(conversation) }
}

/** A request of a talk as it was sent, with the digests of that time: the state changes with later turns. */
interface Played extends Omit<Sent, 'state'> {
  readonly foldedAt: number
  readonly digests: FoldState['digests']
  /** Number of digests that may still be abridged. */
  readonly recent: number
}

const played = new Map<string, readonly Played[]>()

/** Plays a talk turn by turn, each with the state of the previous turn. */
function play(format: WireFormat, messages: readonly WireMessage[]): readonly Played[] {
  const name = `${format} ${JSON.stringify(messages)}`
  const known = played.get(name)
  if (known) return known
  let state: FoldState | undefined
  const all = requestsOf(messages).map((request) => {
    const { state: next, ...sent } = send(format, request, state)
    state = next
    const { foldedAt, digests, recentDigests } = next
    return { ...sent, foldedAt, digests: structuredClone(digests), recent: recentDigests.length }
  })
  played.set(name, all)
  return all
}

describe.each(formats)('fold on %s', (format) => {
  it('sends the same bytes between two folds, followed by the new messages', () => {
    fc.assert(
      fc.property(talk(format, TURNS), (messages) => {
        const sent = play(format, messages)
        for (const [index, now] of sent.entries()) {
          const before = sent[index - 1]
          if (!before || before.foldedAt !== now.foldedAt) continue
          expect(now.messages.slice(0, before.messages.length)).toEqual(before.messages)
        }
      }),
      RUNS,
    )
  })

  it('only appends digests, except for recent ones, which it abridges once more', () => {
    fc.assert(
      fc.property(talk(format, TURNS), (messages) => {
        const sent = play(format, messages)
        for (const [index, now] of sent.entries()) {
          const before = sent[index - 1]
          if (!before) continue
          const settled = before.digests.slice(0, before.digests.length - before.recent)
          expect(now.digests.slice(0, settled.length)).toEqual(settled)
          expect(now.recent).toBeLessThanOrEqual(now.digests.length)
        }
      }),
      RUNS,
    )
  })

  it('sends the same bytes without the state of earlier turns', () => {
    fc.assert(
      fc.property(talk(format, TURNS), (messages) => {
        const requests = requestsOf(messages)
        const remembered = play(format, messages)
        for (const index of [4, 5, requests.length - 2, requests.length - 1]) {
          const request = requests[index]
          if (request) expect(send(format, request).body).toBe(remembered[index]!.body)
        }
      }),
      RUNS,
    )
  })

  it('sends the same bytes of a fork with the state of another branch as without one', () => {
    fc.assert(
      fc.property(talk(format, TURNS), talk(format, TURNS), (one, other) => {
        const state = send(format, requestsOf(one).at(-1)!).state
        const fork = requestsOf([...one.slice(0, 9), ...other.slice(1)]).at(-1)!
        // A cut within a tool loop makes an impossible conversation.
        fc.pre(findProblem(format, JSON.stringify({ model: 'm', max_tokens: 1, messages: fork })) === undefined)
        expect(send(format, fork, state).body).toBe(send(format, fork).body)
      }),
      RUNS,
    )
  })

  it('never makes a request that the provider would refuse', () => {
    fc.assert(
      fc.property(talk(format, TURNS), (messages) => {
        for (const { body } of play(format, messages)) expect(findProblem(format, body)).toBeUndefined()
      }),
      RUNS,
    )
  })

  it('sends the newest messages unchanged, and folds nothing before turn 5', () => {
    fc.assert(
      fc.property(talk(format, TURNS), (messages) => {
        const requests = requestsOf(messages)
        for (const [index, sent] of play(format, messages).entries()) {
          if (sent.turn < 5) expect(sent.edits).toEqual([])
          expect(sent.messages.at(-1)).toBe(JSON.stringify(requests[index]!.at(-1)))
        }
      }),
      RUNS,
    )
  })

  it('never sends more tokens than it received', () => {
    const memo = createTokenMemo(64_000_000)
    fc.assert(
      fc.property(talk(format, TURNS), (messages) => {
        for (const request of requestsOf(messages)) {
          const conversation = conversationOf(format, request)
          const counter = createPartCounter(encodingOf('o200k'), memo, sha256)
          const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
          const profile = tokenProfileOf(conversation.model, format)
          expect(savedByEdits(conversation, edits, { profile, counter })).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })

  it('folds long talks', () => {
    fc.assert(
      fc.property(talk(format, { min: 40, max: 42 }), (messages) => {
        expect(play(format, messages).at(-1)!.digests.length).toBeGreaterThan(0)
      }),
      { numRuns: 5 },
    )
  })
})

describe('fold under instructions that change', () => {
  /** Instructions with a clock, or with retrieved text of about this many tokens. */
  const ledBy = (tokens: number, request: readonly WireMessage[]): WireMessage[] => [
    { role: 'system', content: `It is ${tokens}.${' yes'.repeat(tokens)}` },
    ...request,
  ]

  it('sends the same bytes with a state of other instructions as without one', () => {
    const length = fc.integer({ min: 0, max: 1100 })
    fc.assert(
      fc.property(talk('openai-chat', TURNS), fc.tuple(length, length), (messages, lengths) => {
        const said = messages.filter(({ role }) => role !== 'system')
        let state: FoldState | undefined
        for (const [index, request] of requestsOf(said).entries()) {
          const led = ledBy(lengths[index % 2]!, request)
          const sent = send('openai-chat', led, state)
          state = sent.state
          if (index > 8) expect(sent.body).toBe(send('openai-chat', led).body)
        }
      }),
      RUNS,
    )
  })

  it('keeps its state if only a clock changed', () => {
    fc.assert(
      fc.property(talk('openai-chat', TURNS), fc.nat(28), (messages, step) => {
        const said = messages.filter(({ role }) => role !== 'system')
        const [before, now] = requestsOf(said).slice(-2)
        const { state } = send('openai-chat', ledBy(66, before!))
        expect(send('openai-chat', ledBy(66 + step, now!), state).state).toBe(state)
      }),
      RUNS,
    )
  })
})

describe('fold with thinking bound to its prefix', () => {
  it('never sends thinking that was signed after messages which are now folded', () => {
    fc.assert(
      fc.property(talk('anthropic-messages', TURNS), (messages) => {
        // Each block is signed with the sent prefix of its request, like a provider that binds thinking.
        const signed: WireMessage[] = []
        const binding = new Map<string, string>()
        let state: FoldState | undefined
        for (const message of messages) {
          if (message.role === 'assistant') {
            const sent = send('anthropic-messages', signed, state, BOUND_MODEL)
            state = sent.state
            expectBound(sent.messages, binding)
            signed.push(sign(message, sent.messages, binding))
          } else signed.push(message)
        }
      }),
      RUNS,
    )
  })
})

function withoutThinking(message: string): string {
  const { role, content } = JSON.parse(message) as { role: string; content: unknown }
  const blocks = Array.isArray(content) ? content : [{ type: 'text', text: content }]
  return JSON.stringify([role, blocks.filter((block: { type: string }) => block.type !== 'thinking')])
}

function prefixOf(messages: readonly string[]): string {
  return sha256(JSON.stringify(messages.map(withoutThinking)))
}

function sign(message: WireMessage, sent: readonly string[], binding: Map<string, string>): WireMessage {
  const prefix = prefixOf(sent)
  const content = (message.content as { type: string }[]).map((block) => {
    if (block.type !== 'thinking') return block
    const signature = `sig${binding.size}`
    binding.set(signature, prefix)
    return { ...block, signature }
  })
  return { ...message, content }
}

function expectBound(messages: readonly string[], binding: ReadonlyMap<string, string>): void {
  for (const [index, message] of messages.entries()) {
    const { content } = JSON.parse(message) as { content: unknown }
    if (!Array.isArray(content)) continue
    for (const block of content as { type: string; signature?: string }[]) {
      if (block.type === 'thinking') expect(binding.get(block.signature!)).toBe(prefixOf(messages.slice(0, index)))
    }
  }
}
