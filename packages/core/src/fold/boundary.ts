import type { Transcript } from './transcript.ts'

/**
 * Finds the positions at which a fold may cut: between whole messages, with every earlier tool call answered before the cut,
 * and not after a message that no fold may cross.
 */
export function legalBoundaries(transcript: Transcript, from: number, end: number): number[] {
  const open = new Set<string>()
  const boundaries: number[] = []
  for (let i = from; i < end; i++) {
    if (!transcript.isFoldable(i)) break
    for (const id of transcript.answersOf(i)) open.delete(id)
    for (const id of transcript.callsOf(i)) open.add(id)
    for (const id of transcript.serverCallsOf(i)) open.add(id)
    for (const id of transcript.serverAnswersOf(i)) open.delete(id)
    const next = i + 1
    // An answer is never separated from its question: a cut is before a question, or inside a tool loop after results.
    const isTurnEnd = isAnswer(transcript, i, end) || transcript.answersOf(i).length > 0
    if (open.size === 0 && isTurnEnd && (next >= end || transcript.answersOf(next).length === 0)) boundaries.push(next)
  }
  return boundaries
}

/** True if message `i` ends an answer. A message that loads tools at the beginning of an answer does not. */
function isAnswer(transcript: Transcript, i: number, end: number): boolean {
  if (transcript.roleOf(i) !== 'assistant') return false
  return !(transcript.isKept(i) && i + 1 < end && transcript.roleOf(i + 1) === 'assistant')
}
