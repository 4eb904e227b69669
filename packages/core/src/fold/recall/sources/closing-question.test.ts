import { describe, expect, it } from 'vitest'
import { closingQuestion } from './last-answer.ts'

const BODY = 'There are two ways to do it.\n\n- **Between subjects** needs 150 people.\n- **Within** needs 60.\n\n'

describe('closingQuestion', () => {
  it.each([
    ['Which one would you take?', 'Which one would you take?'],
    [
      'Time is short. Shall we begin? Answer as you would there.',
      'Time is short. Shall we begin? Answer as you would there.',
    ],
    ['**Question 2: Tell me about a conflict.**', '**Question 2: Tell me about a conflict.**'],
    ['どちらにしますか？', 'どちらにしますか？'],
  ])('is the last paragraph of an answer that ends with a question: %s', (end, closing) => {
    expect(closingQuestion(BODY + end, 'en')).toBe(closing)
  })

  it('is the end of a long paragraph', () => {
    const long = 'This sentence says something of its own. '.repeat(30)
    expect(closingQuestion(`${long}Which one would you take?`, 'en')).toMatch(
      /^This .{100,300} Which one would you take\?$/,
    )
  })

  it.each(['Take the second one.', '', '\n\n', '- Is it good? Yes.\n\nTake it.'])(
    'is empty if the answer does not end with a question: %j',
    (end) => {
      expect(closingQuestion(end, 'en')).toBe('')
    },
  )
})
