import { describe, expect, it } from 'vitest'
import type { Caching } from '../caching.ts'
import { splice } from '../wire/splice.ts'
import { type FoldInput, fold, foldInSteps } from './fold.ts'
import { assistant, move, user } from './moves.fixture.ts'
import { RULES } from './pin/role-rules.fixture.ts'
import type { FoldState } from './state.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from './talk.fixture.ts'

const FORMAT = 'openai-chat'
const CACHED: Caching = { kind: 'automatic', write: 1, leastTokens: 1024 }

const exchanges = (from: number, count: number, answerSentences: number): WireMessage[] =>
  Array.from({ length: count }, (_, i) => [
    user(move(2 * (from + i), 1)),
    assistant(move(2 * (from + i) + 1, answerSentences)),
  ]).flat()

/** Three long answers and then short ones, so that the first digests soon exceed the target of one digest of everything. */
const TALK = [...exchanges(0, 3, 140), ...exchanges(3, 30, 2)]

/** The sent messages of the request before all of the chat was folded anew, and of the one after. */
function sentAround(messages: readonly WireMessage[]): {
  before: readonly WireMessage[]
  after: readonly WireMessage[]
} {
  let state: FoldState | undefined
  let before: readonly WireMessage[] = []
  for (const request of requestsOf(messages)) {
    const digests = state?.digests.length ?? 0
    const conversation = conversationOf(FORMAT, request)
    const folded = fold({ transcript: transcript(conversation), count: countTokens, state, caching: CACHED })
    state = folded.state
    const { messages: after } = JSON.parse(splice(conversation, folded.edits)) as { messages: WireMessage[] }
    if (digests > 1 && state.digests.length === 1) return { before, after }
    before = after
  }
  throw new Error('The chat was not folded anew.')
}

const PORTS = ['Kiel', 'Lisbon', 'Odesa', 'Bergen']
const EXAMPLES = PORTS.flatMap((port, i) => [
  user(`The office at ${port} wrote on day ${i + 1} that the fee of ${i * 40 + 115} euros is not paid.`),
  assistant(JSON.stringify({ port, fee: i * 40 + 115, disputed: true })),
])

const DOCUMENT = `What is this about?\n\n${Array.from(
  { length: 24 },
  (_, i) => `In ${1901 + i * 3} Agnete had crane ${i} painted, for ${i * 40 + 1} kroner and a barrel of salt.`,
).join(' ')}`

describe('a chat whose long digests are replaced by one of its whole history', () => {
  it("still contains the user's first rules word for word", () => {
    const { before, after } = sentAround([user(RULES), assistant('Aye.'), ...TALK])
    expect(before[0]).toEqual(user(RULES))
    expect(after[0]).toEqual(user(RULES))
  })

  it('still contains the examples at its start word for word', () => {
    const { before, after } = sentAround([...EXAMPLES, ...TALK])
    expect(before.slice(0, EXAMPLES.length)).toEqual(EXAMPLES)
    expect(after.slice(0, EXAMPLES.length)).toEqual(EXAMPLES)
  })

  it('does not repeat a document that was folded because the conversation has moved on', () => {
    const { before, after } = sentAround([user(DOCUMENT), assistant('About cranes.'), ...TALK])
    expect(before).not.toContainEqual(user(DOCUMENT))
    expect(after).not.toContainEqual(user(DOCUMENT))
  })

  it('is folded anew with pauses, and as without the state of earlier turns', () => {
    let state: FoldState | undefined
    for (const request of requestsOf([...EXAMPLES, ...TALK])) {
      const input: FoldInput = {
        transcript: transcript(conversationOf(FORMAT, request)),
        count: countTokens,
        caching: CACHED,
        state,
      }
      const digests = state?.digests.length ?? 0
      const steps = foldInSteps(input)
      let pauses = 0
      let step = steps.next()
      for (; !step.done; step = steps.next()) pauses++
      if (digests > 1 && step.value.state.digests.length === 1) {
        expect(pauses).toBeGreaterThan(0)
        expect(step.value.edits).toEqual(fold({ ...input, state: undefined }).edits)
        return
      }
      state = step.value.state
    }
    throw new Error('The chat was not folded anew.')
  })
})
