import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Caching } from '../caching.ts'
import { splice } from '../wire/splice.ts'
import { type FoldResult, fold } from './fold.ts'
import { DEFAULT_POLICY, type Policy } from './policy.ts'
import { conversationOf, countTokens, plainTalk, requestsOf, transcript, type WireMessage } from './talk.fixture.ts'

const FORMAT = 'anthropic-messages'
const MARKED: Caching = { kind: 'asked', write: 1.25, leastTokens: 1024 }
const USUAL_ONLY: Policy = { ...DEFAULT_POLICY, bill: { ...DEFAULT_POLICY.bill, smallerDigests: [] } }

/** Dialogues with tools in which the user says a third of the text, with cache marks. */
const talks = fc.sample(plainTalk(FORMAT, { min: 80, max: 80, asked: 3 }), { numRuns: 2, seed: 1 })

/** The last request of a conversation that is folded turn by turn. */
function lastSent(messages: readonly WireMessage[], policy: Policy): string {
  let state: FoldResult['state'] | undefined
  let sent = ''
  for (const request of requestsOf(messages)) {
    const conversation = conversationOf(FORMAT, request)
    const folded = fold({ transcript: transcript(conversation), state, policy, count: countTokens, caching: MARKED })
    state = folded.state
    sent = splice(conversation, folded.edits)
  }
  return sent
}

function figuresOfUser(messages: readonly WireMessage[]): string[] {
  const said = messages.filter(({ role, content }) => role === 'user' && typeof content === 'string')
  return said.flatMap(({ content }) => String(content).match(/number \d+/g) ?? [])
}

describe('a digest for which the bill has too little left', () => {
  it.each(talks.map((messages, number) => ({ number, messages })))(
    'is smaller, and holds nearly everything that the user said (talk $number)',
    ({ messages }) => {
      const whole = conversationOf(FORMAT, requestsOf(messages).at(-1)!).body.toString()
      expect(lastSent(messages, USUAL_ONLY)).toBe(whole)
      const sent = lastSent(messages, DEFAULT_POLICY)
      expect(sent.length).toBeLessThan(0.7 * whole.length)
      const figures = figuresOfUser(messages)
      const absent = figures.filter((figure) => !sent.includes(figure))
      expect(absent.length).toBeLessThan(0.02 * figures.length)
    },
  )
})
