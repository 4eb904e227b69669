import { bestFirst } from '../../best-first.ts'
import type { Candidate } from './candidates.ts'

/** What a user says in so many tokens or fewer is not passed over for want of room. */
const SHORT_TOKENS = 60
/** Beside what was passed over, what is worth less than this share of it is not worth its room. */
const LEAST_SHARE = 0.6

/**
 * Lazy greedy choice of candidates by what they add per token, until `room` tokens are used. What a digest holds already
 * counts for less: a term's weight is divided by 1 + the times it is held. `held` is updated with what was chosen.
 *
 * The best gets in as long as any room is left, when it is short and the user's: later digests are the smaller for it. And
 * where one like it finds no room, the room is not filled up with what says far less: it is kept for the next digest.
 */
export function chooseCandidates(
  candidates: readonly Candidate[],
  room: number,
  held: Map<number, number>,
): Candidate[] {
  const offered = candidates.toSorted(byPlace)
  const chosen: Candidate[] = []
  let left = room
  let missed = 0
  for (const { item, gain } of bestFirst({ count: offered.length, gainOf: (item) => gainOf(offered[item]!, held) })) {
    if (gain < LEAST_SHARE * missed) break
    const candidate = offered[item]!
    const isOwed = candidate.isUser && candidate.tokens <= SHORT_TOKENS
    const isFirst = isOwed && !chosen.length && left > 0
    if (candidate.tokens > left && !isFirst) {
      if (isOwed) missed = Math.max(missed, gain)
      continue
    }
    chosen.push(candidate)
    left -= candidate.tokens
    for (const term of candidate.terms) held.set(term, (held.get(term) ?? 0) + 1)
  }
  return chosen.sort(byPlace)
}

/** The order in which things were said. Of equals the earlier one is chosen, so that it is the same in every process. */
function byPlace(a: Candidate, b: Candidate): number {
  return a.message - b.message || a.order - b.order
}

/** What a candidate adds per token to what digests hold already. */
export function gainOf(candidate: Candidate, held: ReadonlyMap<number, number>): number {
  let sum = 0
  for (let i = 0; i < candidate.terms.length; i++) {
    sum += candidate.weights[i]! / (1 + (held.get(candidate.terms[i]!) ?? 0))
  }
  // The constant is what a line of its own costs: number, speaker, line break.
  return (candidate.boost * sum) / (candidate.tokens + 3)
}
