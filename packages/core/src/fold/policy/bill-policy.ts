/**
 * Limits on the cost of folds. The bill is compared with that of the unfolded requests, sent to the same provider with the same
 * cache. Both are in fresh tokens.
 */
export const BILL_POLICY = {
  /** At every turn the bill is at most `stop` times the direct bill, plus the share `advance` of one request at full price. */
  stop: 1.017,
  advance: 0.15,
  /** After a fold or a recall the bill is at most this multiple of the direct one. */
  dearest: 1.045,
  /** `advance` while the cache is believed to be cold, so that a fold costs nothing. The belief may be wrong. */
  coldAdvance: 0.5,
  /** Share of the session's earnings that a fold may spend. */
  earned: 0.9,
  /** The rest of its cost has to be earned back within this share of the turns so far. */
  within: 0.08,
  /**
   * Number of turns for which a folded request is assumed to stay dearer than the direct one, because recalls are paid in full.
   */
  lasting: 6,
  /**
   * With objective `cost`, the whole cost has to be earned back within `costWithin` turns, or within the share `costAge` of the
   * turns so far if that is more: an old conversation is likely to last longer. With 8 turns alone, Claude Code paid 0.456
   * instead of 0.427. With 8 instead of 30 at first, oasst conversations of 12 turns paid 0.84 instead of 0.81.
   */
  costWithin: 30,
  costAge: 0.5,
  /** A fold that leaves nothing for the cache to read waits until the request without it has this multiple of its tokens. */
  outgrown: 1.3,
  /**
   * A request below the cacheable minimum is too short if it costs more than this multiple of a cached read of the whole
   * conversation.
   */
  short: 1,
  /**
   * A too short request stays folded while the extra cost until it is cached is less than a share of the costs that the
   * bound still allows. The share is at most 1: `waiting` times the difference of the read price from the lowest one of
   * any model. A folded request grows by `growth` tokens for each token of new messages. With `waiting` 0 and cached
   * input at half price, the fold alternates between digests and the full history: mtbench101 sessions of 25 turns cost
   * 0.661 instead of 0.592 times the direct bill (ADR 078).
   */
  waiting: 5,
  growth: 0.5,
  /**
   * Shares of a digest's usual room that are tried, in order, if the bill does not allow the fold. Room for the user stays.
   */
  smallerDigests: [0.75, 0.5],
  /**
   * A prefix within this factor of the cacheable minimum may be counted shorter by the provider. No digest leaves such
   * a prefix, and one that is enlarged to the minimum exceeds it by this factor. Random sessions with random policies
   * that exceed the bound: 8 of 680 without it, 1 with it.
   */
  surelyCached: 1.05,
  /** Digests with more than this multiple of the target for the conversation's length are rewritten as one. */
  anewAfter: 1.2,
  /** Share of the session's earnings that such a rewrite may spend. */
  anewEarned: 0.2,
  /**
   * Average fresh tokens of recalls in a folded request. Recalls quote records of tools too: with 80 for them, the dearest tau
   * session of 12 turns cost 1.060 times its direct bill, with 95 1.033 (ADR 067).
   */
  recallTokens: { usual: 80, records: 95 },
}
