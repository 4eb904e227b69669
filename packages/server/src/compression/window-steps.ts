/** Ratio between two steps to which rooms are rounded, so that a clock in the instructions changes nothing. */
const STEP = 1.05
/** Least share of the available room at which the previous room is kept. */
const LEAST_SHARE = 0.85

/** Returns the room for messages within `most` tokens: the previous one while it is about right. In tokens. */
export function stepWithin(most: number, before: number | undefined): number {
  if (most < 1) return 0
  if (before !== undefined && before <= most && before >= LEAST_SHARE * most) return before
  return Math.floor(STEP ** Math.floor(Math.log(most) / Math.log(STEP)))
}
