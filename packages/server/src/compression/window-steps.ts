/** Rooms are rounded to steps, each so much longer than the one before: a clock in the instructions moves nothing. */
const STEP = 1.05
/** A room that is at least this share of what there is now stays. */
const LEAST_SHARE = 0.85

/** The room for messages within `most` tokens, the one before where it is still about right; in tokens. */
export function stepWithin(most: number, before: number | undefined): number {
  if (most < 1) return 0
  if (before !== undefined && before <= most && before >= LEAST_SHARE * most) return before
  return Math.floor(STEP ** Math.floor(Math.log(most) / Math.log(STEP)))
}
