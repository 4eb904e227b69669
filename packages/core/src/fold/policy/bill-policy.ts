/**
 * What a fold may cost. The bill is compared with that of sending everything to the same provider with the same cache;
 * figures of both are in fresh tokens.
 */
export const BILL_POLICY = {
  /** At every turn the bill is at most `stop` times the direct one, plus the share `advance` of one request at full price. */
  stop: 1.017,
  advance: 0.15,
  /** A fold or a recall leaves the bill at most this number of times the direct one. */
  dearest: 1.045,
  /** `advance` while the cache is believed to be cold, so that a fold costs nothing: the belief may be wrong. */
  coldAdvance: 0.5,
  /** A fold may spend this share of what the session has earned. */
  earned: 0.9,
  /** The rest of its cost is earned back within this share of the turns so far. */
  within: 0.08,
  /** Turns for which a folded request is taken to stay dearer than the direct one, because recalls are paid in full. */
  lasting: 6,
  /**
   * With objective `cost` all of it is earned back within `costWithin` turns, or within the share `costAge` of the turns so far
   * where that is more: an old conversation is likely to last longer. With 8 turns alone Claude Code paid 0.456 instead of 0.427,
   * and with 8 instead of 30 at first oasst conversations of 12 turns 0.84 instead of 0.81.
   */
  costWithin: 30,
  costAge: 0.5,
  /** A fold that leaves nothing for the cache to read waits until it makes the request this number of times shorter. */
  outgrown: 1.3,
  /** A request below the cacheable minimum costs at most this number of times a cached read of the whole conversation. */
  short: 1,
  /** Digests of more than this number of times the target for the length of the conversation are rewritten as one. */
  anewAfter: 1.2,
  /** Share of the session's earnings that such a rewrite may spend. */
  anewEarned: 0.2,
  /** Fresh tokens of recalls that a folded request has on average. */
  recallTokens: 80,
}
