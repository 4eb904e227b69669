/** Rooms are rounded down to powers of this ratio, so that a clock in the instructions does not change them. */
const STEP = 1.05
/** Least share of the available room at which the previous room is kept. */
const LEAST_SHARE = 0.85

/** Returns the room for messages in tokens, at most `most`: the previous room while it is about right. */
export function stepWithin(most: number, before: number | undefined): number {
  if (most < 1) return 0
  if (before !== undefined && before <= most && before >= LEAST_SHARE * most) return before
  return Math.floor(STEP ** Math.floor(Math.log(most) / Math.log(STEP)))
}
