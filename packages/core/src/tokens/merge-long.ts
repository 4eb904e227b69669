import { createRankQueue } from './rank-queue.ts'
import { type HashedBytes, NO_RANK, type RankTable, rankOfRange } from './rank-table.ts'

/**
 * The number of tokens to which the first `length` bytes merge, in O(n log n) for any bytes. The pairs are in a queue by rank
 * and then by position, and the parts are a linked list. Entries whose pair has changed since are skipped.
 */
export function mergeLong(table: RankTable, hashed: HashedBytes, length: number): number {
  const { bytes } = hashed
  const next = new Int32Array(length + 1)
  const previous = new Int32Array(length + 1)
  const ranks = new Int32Array(length + 1).fill(NO_RANK)
  const queue = createRankQueue()
  for (let at = 0; at < length; at++) {
    next[at] = at + 1
    previous[at] = at - 1
    if (at + 1 === length) break
    ranks[at] = table.pairRanks[(bytes[at]! << 8) | bytes[at + 1]!]!
    if (ranks[at] !== NO_RANK) queue.push(ranks[at]!, at)
  }
  let parts = length
  while (queue.pop()) {
    const left = queue.place
    if (ranks[left] !== queue.rank) continue
    const gone = next[left]!
    const right = next[gone]!
    parts--
    next[left] = right
    previous[right] = left
    ranks[gone] = NO_RANK
    rankAgain(left)
    if (previous[left]! >= 0) rankAgain(previous[left]!)
  }
  return parts

  function rankAgain(left: number): void {
    const right = next[left]!
    const rank = right < length ? rankOfRange(table, hashed, left, next[right]!) : NO_RANK
    ranks[left] = rank
    if (rank !== NO_RANK) queue.push(rank, left)
  }
}
