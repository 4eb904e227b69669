import { expect, it } from 'vitest'
import { splice } from '../../wire/splice.ts'
import { fold } from '../fold.ts'
import { assistant, GOODS, move, user } from '../moves.fixture.ts'
import { RULES } from '../pin/role-rules.fixture.ts'
import type { FoldState } from '../state.ts'
import { conversationOf, countTokens, requestsOf, transcript, type WireMessage } from '../talk.fixture.ts'

const FORMAT = 'openai-chat'
const WINDOW = 700

interface Said {
  /** Number of sentences of the user, by exchange, if there are not two. */
  readonly sentences: Readonly<Record<number, number>>
  /** Words of the user before these sentences, by exchange. */
  readonly words?: Readonly<Record<number, string>>
}

/** Rules, and then 18 exchanges. */
function talk(rules: string, { sentences, words = {} }: Said): WireMessage[] {
  const exchanges = Array.from({ length: 18 }, (_, i) => [
    user(`${words[i] ? `${words[i]} ` : ''}${move(2 * i, sentences[i] ?? 2)}`),
    assistant(move(2 * i + 1, 5)),
  ])
  return [user(rules), assistant('Aye.'), ...exchanges.flat(), user('And now?')]
}

/** The last request of a conversation that is folded turn by turn into the window, and the state after it. */
function lastSent(messages: readonly WireMessage[]): { readonly body: string; readonly state: FoldState | undefined } {
  let state: FoldState | undefined
  let body = ''
  for (const request of requestsOf(messages)) {
    const conversation = conversationOf(FORMAT, request)
    const folded = fold({ transcript: transcript(conversation), state, count: countTokens, window: WINDOW })
    state = folded.state
    body = splice(conversation, folded.edits)
  }
  return { body, state }
}

it('keeps rules of a message that was pinned beside an earlier digest and no longer fits as a whole', () => {
  const lent = GOODS.map((good, i) => `Never lend the ${good} to a guest in hall ${i + 3} of the harbour.`)
  const { body, state } = lastSent(talk([RULES, ...lent].join('\n'), { sentences: { 12: 15 } }))
  expect(state?.givenUp).toContain(0)
  expect(body).toContain('Never lend the')
})

it('keeps a rule of the tail if the earlier digests leave no room for another one', () => {
  const rule = 'Never lend the turbine out.'
  const words = { 5: 'Never send the crew of the violin to hall 7 without my approval.', 15: rule }
  const { body } = lastSent(talk(RULES, { sentences: { 5: 1, 13: 14, 15: 1 }, words }))
  expect(body).toContain(rule.slice(0, -1))
})
