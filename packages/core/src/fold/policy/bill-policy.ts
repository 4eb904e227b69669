/**
 * What a fold may cost. The bill is compared with that of sending everything to the same provider with the same cache;
 * figures of both are in fresh tokens.
 */
export const BILL_POLICY = {
  /** At every turn the bill is at most so many times the other, and a share of one whole request at full price more. */
  stop: 1.017,
  advance: 0.15,
  /** And a fold or a recall leaves it at most so many times the other. */
  dearest: 1.045,
  /** The same share where the cache is taken to be cold, so that a fold costs nothing: should it be warm after all. */
  coldAdvance: 0.5,
  /** A fold may spend this share of what the session has earned. */
  earned: 0.9,
  /** What it costs beyond that is earned back within so many turns. */
  within: 0.08,
  /** Where a folded request is dearer than it was, since what is recalled is paid in full, that is for so many turns. */
  lasting: 6,
  /**
   * With objective `cost` all of it is earned back within so many turns, or this share of those so far where that is more: an
   * old conversation is likely to go on for longer. With 8 turns alone Claude Code paid 0.456 instead of 0.427,
   * and with 8 instead of 30 at first oasst conversations of 12 turns 0.84 instead of 0.81.
   */
  costWithin: 30,
  costAge: 0.5,
  /** A fold that leaves nothing for the cache to read makes the request so many times shorter, or waits. */
  outgrown: 1.3,
  /** A request that is too short for the cache may cost so many times what reading the whole conversation would. */
  short: 1,
  /** Digests that are so many times what a conversation of this length should have are written anew, as one. */
  anewAfter: 1.2,
  /** Of what the session has earned a new beginning may spend this share. */
  anewEarned: 0.2,
  /** Fresh tokens of recalls that a folded request has on average. */
  recallTokens: 80,
}
