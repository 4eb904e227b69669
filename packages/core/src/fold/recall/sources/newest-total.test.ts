import { describe, expect, it } from 'vitest'
import { fold } from '../../fold.ts'
import { unindented } from '../../record/read-record.fixture.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../../talk.fixture.ts'

const TALK = [
  'The tour of the harbour is a present for our aunt.',
  'Which boat has a roof?',
  'Tell me about the lighthouse, please.',
  'And the lunch on board?',
  'Is the museum open on Mondays?',
  'My cousin gets seasick.',
  'What do they serve for children?',
  'How is the weather there in May?',
  'Do we need a guide?',
  'May we bring the dog?',
]
const LATER = [
  'Where is the bakery?',
  'Does the ferry carry bicycles?',
  'Our neighbour lends us a tent.',
  'Which shoes for the cliffs?',
  'Who feeds the cat meanwhile?',
  'Is there a playground?',
  'Can one swim in the bay?',
  'What do gulls eat?',
  'Are there seals in winter?',
  'The camera needs a battery.',
]
const FILLER = 'There is much to be said about that, and people who have been there tell it in many ways. '.repeat(5)
const SUMS: Readonly<Record<number, string>> = {
  3: 'Boat and lunch come to 310 euros altogether.',
  5: 'With the museum that makes 364 euros altogether.',
}

function recallFor(question: string, sums = SUMS, talk = TALK): string {
  const messages = talk.flatMap((said, turn): WireMessage[] => [
    { role: 'user', content: said },
    { role: 'assistant', content: `${FILLER}${sums[turn] ?? ''}` },
  ])
  const conversation = conversationOf('openai-chat', [...messages, { role: 'user', content: question }])
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
  return edits.flatMap((edit) => (edit.kind === 'recall' ? [unindented(edit.text)] : [])).join('\n')
}

describe('a question for an amount', () => {
  it('recalls the newest total of the conversation, in any wording', () => {
    const recall = recallFor('How much do I have to bring on the day?')
    expect(recall).toContain('With the museum that makes 364 euros altogether.')
    expect(recall).not.toContain('310')
  })

  it('recalls the newest calculation', () => {
    const calculations = { 3: 'So 6 × 45 + 40 = **310 euros**.', 5: 'Then it is 6 × 54 + 40 = **364 euros**.' }
    const recall = recallFor('How much do I have to bring on the day?', calculations)
    expect(recall).toContain('6 × 54 + 40 = **364 euros**')
    expect(recall).not.toContain('310')
  })

  it('recalls a total that many messages about other things follow', () => {
    expect(recallFor('How much do I have to bring on the day?', SUMS, [...TALK, ...LATER])).toContain(
      '364 euros altogether',
    )
  })

  it('recalls the total before a hypothetical one as well', () => {
    const supposed = { ...SUMS, 8: 'If you hired the castle, it would come to 6,060 euros altogether.' }
    const recall = recallFor('How much do I have to bring on the day?', supposed)
    expect(recall).toContain('6,060')
    expect(recall).toContain('With the museum that makes 364 euros altogether.')
    expect(recall).not.toContain('310')
  })

  it('recalls no total if it asks for something else', () => {
    expect(recallFor('Who could steer it?')).not.toContain('364')
  })
})
