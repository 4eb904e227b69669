import { sumOf, tokensOf } from '../../sum.ts'
import type { Shortened } from '../sight/first-sight.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { systemPrefixTokens } from '../system-prefix.ts'
import { tailTokens } from '../tail.ts'

/** Tokens of the next request without its new messages: instructions, digests, pinned messages, tail with recalls. */
export function requestTokens(state: FoldState): number {
  return systemPrefixTokens(state) + state.digestTokens + state.standingTokens + keptTokens(state) + tailTokens(state)
}

/** Tokens of the next request without recalls and new messages. */
export function unrecalledTokens(state: FoldState): number {
  return requestTokens(state) - tokensOf(state.recalls)
}

/** Tokens of instructions within the conversation that folds have passed and left in the request. */
export function keptTokens({ kept, carried, standing, sent }: FoldState): number {
  let tokens = 0
  for (const index of kept) if (!standing.has(index)) tokens += sent[index]!
  for (const index of carried.values()) tokens += sent[index]!
  return tokens
}

/** Tokens of the instructions in the tail before `to`: an upper bound on those that a fold up to `to` leaves. */
export function keptBefore({ transcript, state }: Source, to: number): number {
  let tokens = 0
  for (let index = state.boundary; index < to; index++) {
    const isLeft = transcript.isKept(index) || transcript.isCarried(index)
    if (isLeft && !state.standing.has(index)) tokens += state.sent[index]!
  }
  return tokens
}

/** Tokens of the next request without folds and new messages. */
export function directTokens(state: FoldState): number {
  return systemPrefixTokens(state) + state.historyTokens
}

/**
 * Tokens of all pinned messages before the first message from `from` on that a fold replaces or moves. A fold moves a
 * pinned message with a recall before it, since it removes the recall, and one that refers to other output, since that
 * message is then sent in full.
 */
export function unmovedTokens(state: FoldState, from: number): number {
  return standingBefore(state, unmovedUntil(state, from))
}

/** The first message from `from` on that a fold replaces or moves. */
export function unmovedUntil({ standing, recalls, shortened }: FoldState, from: number): number {
  const isMoved = (index: number): boolean =>
    recalls.some(({ before }) => before === index) || refers(shortened.get(index))
  let end = from
  while (standing.has(end) && !isMoved(end)) end++
  return end
}

/**
 * Tokens that the request shares with the previous one if the tail is folded together with the messages `again`, which were
 * between the digests. Everything after the first of those moves.
 */
export function sharedBeforeFold(state: FoldState, again: readonly number[]): number {
  const prefix = systemPrefixTokens(state)
  const first = again[0]
  if (first === undefined) return prefix + state.digestTokens + unmovedTokens(state, state.boundary)
  let tokens = prefix + standingBefore(state, first)
  let from = state.systemEnd
  for (const digest of state.digests) {
    // A digest has the position of the first message that it covers.
    while (state.standing.has(from) || state.kept.has(from)) from++
    if (from >= first) break
    tokens += digest.tokens
    from = digest.to
  }
  return tokens
}

/** Tokens by which a fold up to `end` lengthens pinned messages: the output that they refer to may be folded. */
export function restoredBefore({ transcript, state }: Source, end: number): number {
  let tokens = 0
  for (const [index, leaves] of state.shortened) {
    if (index < end && state.standing.has(index) && refers(leaves)) {
      tokens += transcript.tokensOf(index) - state.sent[index]!
    }
  }
  return tokens
}

/** True if the form of a message refers to other output. */
export function refers(leaves: readonly Shortened[] = []): boolean {
  return leaves.some(({ isReferring }) => isReferring)
}

/** Tokens of the pinned messages before `end`. */
export function standingBefore({ standing, sent }: Pick<FoldState, 'standing' | 'sent'>, end: number): number {
  return sumOf(standing, (index) => (index < end ? sent[index]! : 0))
}

/** Tokens by which a turn lengthens the history on average. */
export function growthOf({ historyTokens, turn }: FoldState): number {
  return historyTokens / Math.max(1, turn - 1)
}
