import type { FoldState } from './state.ts'
import type { Transcript } from './transcript.ts'

/**
 * Whether message `index` stays as it is although a fold passes it: instructions amid the conversation, and questions
 * whose tool loop was folded before it ended.
 */
export function isStanding(transcript: Transcript, state: FoldState, index: number): boolean {
  return transcript.isKept(index) || state.standing.has(index)
}

/**
 * The user messages that the request after `end` is still answering with its tools; none outside a tool loop. They are
 * what is to be done now: as lines of a record they would be read as something that once was asked.
 */
export function openQuestion(transcript: Transcript, end: number): readonly number[] {
  if (end === 0 || transcript.callsOf(end - 1).length === 0) return []
  const isQuestion = (index: number) => transcript.roleOf(index) === 'user' && !transcript.answersOf(index).length
  let index = end - 1
  while (index >= 0 && !isQuestion(index)) index--
  const messages: number[] = []
  while (index >= 0 && isQuestion(index)) messages.unshift(index--)
  return messages
}
