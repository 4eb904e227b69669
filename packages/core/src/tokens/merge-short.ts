import { type HashedBytes, NO_RANK, type RankTable, rankOfRange } from './rank-table.ts'

/** Longest pieces that are merged here, in bytes. */
export const SHORT_PIECE = 64

const starts = new Int32Array(SHORT_PIECE + 1)
const ranks = new Int32Array(SHORT_PIECE + 1)

/**
 * The number of tokens to which the first `length` (at most `SHORT_PIECE`) bytes merge: the leftmost pair of the lowest rank is
 * merged repeatedly. Scanning all pairs each time is the fastest method for a few of them.
 */
export function mergeShort(table: RankTable, hashed: HashedBytes, length: number): number {
  const { bytes } = hashed
  for (let at = 0; at <= length; at++) starts[at] = at
  for (let at = 0; at + 1 < length; at++) ranks[at] = table.pairRanks[(bytes[at]! << 8) | bytes[at + 1]!]!
  let parts = length
  for (;;) {
    let lowest = NO_RANK
    let left = -1
    for (let part = 0; part + 1 < parts; part++) {
      const rank = ranks[part]!
      if (rank < lowest) {
        lowest = rank
        left = part
      }
    }
    if (left === -1) return parts
    parts--
    for (let part = left + 1; part <= parts; part++) {
      starts[part] = starts[part + 1]!
      ranks[part] = ranks[part + 1]!
    }
    if (left + 1 < parts) ranks[left] = rankOfRange(table, hashed, starts[left]!, starts[left + 2]!)
    if (left > 0) ranks[left - 1] = rankOfRange(table, hashed, starts[left - 1]!, starts[left + 1]!)
  }
}
