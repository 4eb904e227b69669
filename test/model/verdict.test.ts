import { describe, expect, it } from 'vitest'
import { holdsFact, messagesOf, type Reply, WAYS, type Way } from './ask-model.ts'
import { CONVERSATIONS } from './conversations/all.ts'
import { pageOf, tableOf } from './report.ts'
import { problemsIn } from './verdict.ts'

/** Correct replies, except those that `change` replaces. */
function replies(change: (way: Way, isShort: boolean, question: number) => Partial<Reply> = () => ({})): Reply[] {
  return CONVERSATIONS.flatMap(({ name, isShort, questions }) =>
    WAYS.flatMap((way) =>
      questions.map(({ asked }, i) => {
        const isRefused = way === 'full' && !isShort
        return {
          conversation: name,
          question: asked,
          way,
          answer: isRefused ? undefined : 'It is so.',
          isRight: way !== 'emptied' && !isRefused,
          promptTokens: isRefused ? undefined : 100,
          compression: way === 'folded' ? 'folded' : 'client-opted-out',
          ...change(way, isShort, i),
        }
      }),
    ),
  )
}

const problems = (change?: Parameters<typeof replies>[0]) => problemsIn(CONVERSATIONS, replies(change))

describe('the verdict on a model', () => {
  it('passes if folded histories answer as well as full ones', () => {
    expect(problems()).toEqual([])
  })

  it('fails if folded histories answer fewer questions than full ones, by over a twelfth of all', () => {
    const change = (way: Way, isShort: boolean, i: number) =>
      way === 'folded' && isShort && i < 2 ? { isRight: false } : {}
    expect(problems(change)).toEqual([
      expect.stringMatching(/^Folded histories answer 30 questions, full ones 36; 3 fewer/),
    ])
  })

  it('passes if folded histories answer fewer questions than full ones, by a twelfth of all', () => {
    expect(problems((way, isShort, i) => (way === 'folded' && isShort && i === 0 ? { isRight: false } : {}))).toEqual(
      [],
    )
  })

  it('fails if folded histories answer less than 80 % of the questions whose full history exceeds the window', () => {
    const missed = (most: number) => (way: Way, isShort: boolean, i: number) =>
      way === 'folded' && !isShort && i < most ? { isRight: false } : {}
    expect(problems(missed(3))).toEqual([])
    expect(problems(missed(4))).toEqual([expect.stringMatching(/^Folded histories answer 22 of 30 questions/)])
  })

  it('fails if questions are answered without a history', () => {
    const change = (way: Way, _: boolean, i: number) => (way === 'emptied' && i === 0 ? { isRight: true } : {})
    expect(problems(change)).toEqual([expect.stringMatching(/^5 questions are answered without any history/)])
  })

  it('fails if full histories answer nothing, or nothing was folded', () => {
    expect(problems((way) => (way === 'full' ? { isRight: false } : {}))).toHaveLength(1)
    expect(problems((way) => (way === 'folded' ? { compression: 'short-conversation' } : {}))).toHaveLength(1)
  })

  it('fails if a long conversation fits the window, or a folded one does not', () => {
    expect(problems((way, isShort) => (way === 'full' && !isShort ? { answer: 'It is so.' } : {}))).toHaveLength(1)
    expect(problems((way) => (way === 'folded' ? { answer: undefined } : {}))).toHaveLength(1)
  })
})

describe('the report', () => {
  it('counts correct answers, and names conversations that exceed the window', () => {
    const table = tableOf(CONVERSATIONS, replies())
    expect(table).toMatch(/flat +10 +12 of 12 +12 of 12 +0 of 12 +100 +100/)
    expect(table).toMatch(/bakery +39 +does not fit +15 of 15 +0 of 15 +> 2,048 +100/)
    expect(pageOf(CONVERSATIONS, replies())).toContain(
      '| flat: What is the door code of the house? | ✓ It is so. | ✓ It is so. | ✗ It is so. |',
    )
  })
})

describe('the conversations', () => {
  it('state each fact in their first turns and nowhere else', () => {
    for (const { turns, questions } of CONVERSATIONS) {
      for (const { asked, fact } of questions) {
        const telling = turns.flatMap((turn, i) => (turn.some((text) => holdsFact(text, fact)) ? [i] : []))
        expect(telling.length, asked).toBeGreaterThan(0)
        expect(Math.max(...telling), asked).toBeLessThan(4)
        expect(holdsFact(asked, fact), asked).toBe(false)
      }
    }
  })

  it('are at least eight turns long, and are asked about with all of their turns or with none', () => {
    for (const conversation of CONVERSATIONS) {
      expect(conversation.turns.length).toBeGreaterThanOrEqual(8)
      const [question] = conversation.questions
      expect(messagesOf(conversation, question!, 'emptied')).toHaveLength(2)
      expect(messagesOf(conversation, question!, 'full')).toHaveLength(2 * conversation.turns.length + 2)
    }
  })
})
