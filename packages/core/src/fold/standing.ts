import { termId } from '../words/words.ts'
import type { FoldState } from './state.ts'
import type { Transcript } from './transcript.ts'

/**
 * Whether message `index` stays as it is although a fold passes it: instructions amid the conversation, examples at its
 * start, pictures and files, and questions whose tool loop was folded before it ended.
 */
export function isStanding(transcript: Transcript, state: FoldState, index: number): boolean {
  return transcript.isKept(index) || state.standing.has(index)
}

/** Whether the next digest follows directly upon what is digested so far, as nothing is left standing between them. */
export function adjoinsDigest(transcript: Transcript, state: FoldState): boolean {
  const last = state.digests.findLastIndex(({ text }) => text)
  if (last < 0) return false
  const start = firstFolded(transcript, state, state.digests[last - 1]?.to ?? state.lead)
  const next = firstFolded(transcript, state, state.boundary)
  for (let index = start; index < next; index++) if (isStanding(transcript, state, index)) return false
  return true
}

/** The first message from `index` on that a fold takes away: there its digest stands. */
function firstFolded(transcript: Transcript, state: FoldState, index: number): number {
  let first = index
  while (first < state.keys.length && isStanding(transcript, state, first)) first++
  return first
}

/** Has messages `[from, to)` stay as they are when a fold passes them; `isExempt`: no budget makes room for them. */
export function letStand(
  state: FoldState,
  { from, to, isExempt }: { readonly from: number; readonly to: number; readonly isExempt: boolean },
): void {
  for (let index = from; index < to; index++) {
    // A fold that was due before and came to nothing has left it standing already.
    if (state.standing.has(index)) continue
    state.standing.add(index)
    state.standingTokens += state.sent[index]!
    if (isExempt) state.exemptTokens += state.sent[index]!
  }
}

/** Has messages stand no longer that no budget made room for: the next fold puts them into other words. */
export function letGo(state: FoldState, messages: readonly number[]): void {
  for (const index of messages) {
    state.standing.delete(index)
    state.standingTokens -= state.sent[index]!
    state.exemptTokens -= state.sent[index]!
  }
}

/** Whether a fold puts message `index` into other words. */
export function isCondensed(transcript: Transcript, state: FoldState, index: number): boolean {
  return !isStanding(transcript, state, index) && !transcript.isCarried(index)
}

/**
 * Notes the instructions among messages `[from, to)`, which are being folded. What differs from an earlier one by its
 * numbers alone takes its place: reminders of what is left of something come again and again.
 */
export function carryInstructions(
  transcript: Transcript,
  state: FoldState,
  { from, to }: { from: number; to: number },
): void {
  for (let index = from; index < to; index++) {
    if (!transcript.isCarried(index)) continue
    const texts = transcript.piecesOf(index).map(({ text }) => text.replace(/\d+/g, ''))
    const id = texts.length ? termId(texts.join('\n')) : -1 - index
    state.carried.delete(id)
    state.carried.set(id, index)
  }
}

/** Where carried instructions stand: behind the first user messages that are not folded, before what answers them. */
export function carriedTo(transcript: Transcript, state: FoldState): number {
  let index = state.boundary
  while (index < transcript.length && transcript.roleOf(index) === 'user') index++
  return index
}

/**
 * The user messages that the request after `end` is still answering with its tools; none outside a tool loop. They are
 * what is to be done now: as lines of a record they would be read as something that once was asked. `newest` is the index
 * of the user's newest question.
 */
export function openQuestion(transcript: Transcript, newest: number, end: number): readonly number[] {
  if (end === 0 || transcript.callsOf(end - 1).length === 0) return []
  const isQuestion = (index: number) => transcript.roleOf(index) === 'user' && !transcript.answersOf(index).length
  let index = newest
  const messages: number[] = []
  while (index >= 0 && isQuestion(index)) messages.push(index--)
  return messages.reverse()
}
