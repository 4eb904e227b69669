import { budgetedTokens } from '../genre.ts'
import type { Transcript } from '../transcript.ts'
import type { PinRule } from './pin-rule.ts'

/** Pins a question that tools are working on, unless it is so long that it would leave no room for the rest. */
export const openQuestion: PinRule = {
  moments: ['fold'],
  isBudgeted: true,
  reader({ transcript, state, policy }) {
    const open = openQuestions(transcript, state.question, state.keys.length)
    const most = policy.pins.openQuestionShare * budgetedTokens(state)
    return (index) => open.includes(index) && state.sent[index]! <= most
  },
}

/**
 * Returns the user messages that the request after `end` is still answering with tools. Empty outside a tool loop. They are the
 * current task: as lines of a record they would be read as earlier requests. `newest` is the index of the user's newest
 * question.
 */
export function openQuestions(transcript: Transcript, newest: number, end: number): readonly number[] {
  if (end === 0 || transcript.callsOf(end - 1).length === 0) return []
  const isQuestion = (index: number) => transcript.roleOf(index) === 'user' && !transcript.answersOf(index).length
  let index = newest
  const messages: number[] = []
  while (index >= 0 && isQuestion(index)) messages.push(index--)
  return messages.reverse()
}
