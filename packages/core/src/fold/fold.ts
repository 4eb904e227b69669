import type { Edit } from '../edits.ts'
import { consume, foldTail, recallFor } from './advance.ts'
import { editsOf } from './edits-of.ts'
import { DEFAULT_POLICY, type Policy } from './policy.ts'
import { createFoldState, type FoldState } from './state.ts'
import type { CountTokens, Transcript } from './transcript.ts'

export interface FoldInput {
  readonly transcript: Transcript
  /** What an earlier request of the same history left: not needed for correctness, only for speed. */
  readonly state?: FoldState | undefined
  readonly policy?: Policy
  readonly count: CountTokens
}

export interface FoldResult {
  readonly edits: readonly Edit[]
  readonly state: FoldState
  /** `folded`, `recalled`, or why nothing was done. */
  readonly outcome: 'folded' | 'recalled' | 'short-conversation' | 'nothing-to-fold'
  /** o200k tokens of all messages as they came, and as they are sent; pinned fields outside the messages left out. */
  readonly originalTokens: number
  readonly optimizedTokens: number
}

/**
 * The fold: which messages leave as digests, what is recalled for the newest one. A function of the transcript and the
 * policy alone; `state` only saves the work of the turns before (invariant 2).
 */
export function fold({ transcript, state: known, policy = DEFAULT_POLICY, count }: FoldInput): FoldResult {
  const history = historyLength(transcript)
  const state = known && isExtendedBy(known, transcript, history) ? known : createFoldState()
  const source = { transcript, state, policy, count }
  let next = state.keys.length
  while (next < history) {
    const answer = answerIndex(transcript, next, history)
    foldTail(source)
    const recall = recallFor(source, next, answer)
    if (recall) state.recalls.push(recall)
    while (next < answer) consume(source, next++)
    while (next < history && transcript.roleOf(next) === 'assistant') consume(source, next++)
  }
  foldTail(source)
  const recall = recallFor(source, history, transcript.length)
  const edits = editsOf(transcript, state, recall)
  const originalTokens = sum(transcript, 0, transcript.length)
  let optimizedTokens = originalTokens - foldedTokens(transcript, state) + state.digestTokens + (recall?.tokens ?? 0)
  for (const { tokens } of state.recalls) optimizedTokens += tokens
  const outcome = recall
    ? 'recalled'
    : edits.length
      ? 'folded'
      : state.turn < policy.firstTurn
        ? 'short-conversation'
        : 'nothing-to-fold'
  return { edits, state, outcome, originalTokens, optimizedTokens }
}

/** Messages before the ones this request adds; an assistant's prefill at the very end belongs to the request. */
function historyLength(transcript: Transcript): number {
  let end = transcript.length
  while (end > 0 && transcript.roleOf(end - 1) === 'assistant') end--
  while (end > 0 && transcript.roleOf(end - 1) !== 'assistant') end--
  return end
}

function answerIndex(transcript: Transcript, from: number, end: number): number {
  let index = from
  while (index < end && transcript.roleOf(index) !== 'assistant') index++
  return index
}

function isExtendedBy(state: FoldState, transcript: Transcript, history: number): boolean {
  if (state.keys.length > history) return false
  // Newest first: where histories part, they part late.
  for (let i = state.keys.length - 1; i >= 0; i--) if (state.keys[i] !== transcript.keyOf(i)) return false
  return true
}

function foldedTokens(transcript: Transcript, state: FoldState): number {
  let tokens = 0
  for (let i = state.lead; i < state.boundary; i++) if (!transcript.isKept(i)) tokens += state.tokens[i]!
  return tokens
}

function sum(transcript: Transcript, from: number, to: number): number {
  let tokens = 0
  for (let i = from; i < to; i++) tokens += transcript.tokensOf(i)
  return tokens
}
