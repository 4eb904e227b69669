import { describe, expect, it } from 'vitest'
import { runSteps } from '../../run-steps.ts'
import { fold } from '../fold.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { conversationOf, countTokens, transcript } from '../talk.fixture.ts'
import type { LedgerItem } from './ledger-items.ts'
import { withOwedAnswers } from './owed-answers.ts'

const SAID = { order: 0, isRule: false, weight: 1, isSaid: true, isLine: false, record: 0 }

/** The sentences that are added to the first of these. Questions and answers alternate, the first is an answer. */
function addedTo(lines: readonly string[]): readonly string[] {
  const roles = lines.map((_, i) => (i % 2 ? 'user' : 'assistant'))
  const spoken = lines.map((content, i) => ({ role: roles[i]!, content }))
  const messages = [{ role: 'user', content: 'Good morning.' }, ...spoken, { role: 'user', content: 'ok' }]
  const read = transcript(conversationOf('openai-chat', messages as Parameters<typeof conversationOf>[1]))
  const { state } = fold({ transcript: read, count: countTokens })
  const items = lines.map((text, i): LedgerItem => {
    const message = i + 1
    state.turns[message] = 1 + (message >> 1)
    state.keys[message] = read.keyOf(message)
    return { ...SAID, message, text, speaker: i % 2 ? 'user' : 'assistant' }
  })
  const source = { transcript: read, state, policy: DEFAULT_POLICY, count: countTokens }
  const chosen = items.slice(0, 1)
  return runSteps(withOwedAnswers(source, { items, chosen }))
    .slice(1)
    .map(({ text }) => text)
}

describe('withOwedAnswers', () => {
  it('adds what a later answer says about an order that a sent answer names', () => {
    const later = 'P-5512 is out for delivery and comes on Monday, because of the strike.'
    expect(addedTo(['Order P-5512: ten boxes, arrives on Thursday.', 'where is it', later])).toEqual([later])
  })

  it('adds a sentence with a newer value of a figure', () => {
    const later = 'The deposit is 560 euros now.'
    expect(addedTo(['The deposit is 480 euros.', 'did they raise it', later])).toEqual([later])
  })

  it('adds the newest of several sentences, up to their room', () => {
    const said = (day: string) =>
      `P-5512 has been moved to ${day} by the carrier, who does not say why and asks us to wait for the next notice.`
    const lines = ['Order P-5512 arrives on Thursday.', 'and now', said('Friday'), 'and now', said('Monday')]
    expect(addedTo(lines)).toEqual([said('Monday')])
  })

  it.each([
    ['about another order', 'P-7741 comes on Monday.'],
    ['with a question', 'Shall I cancel P-5512?'],
    ['without an identifier', 'It comes on Monday.'],
  ])('does not add a sentence %s', (_, later) => {
    expect(addedTo(['Order P-5512 arrives on Thursday.', 'and now', later])).toEqual([])
  })

  it('leaves sentences of the user to the room that is reserved for them', () => {
    expect(addedTo(['Order P-5512 arrives on Thursday.', 'P-5512 has to come on Monday.'])).toEqual([])
  })
})
