import { SOURCE_POLICY } from './source-policy.ts'

/**
 * Numbers of recalls. Shares are of the history's tokens unless stated otherwise, scores are log-odds, and substance is
 * information in rare words. ADR 012 contains the fit of the classifier. `npm run bench:quality` and `npm run bench:statements`
 * measure the whole.
 */
export const RECALL_POLICY = {
  /** Largest recall, and the limit at the least certain need: a large recall costs the cached prefix (ADR 012). */
  share: 0.3,
  leastShare: 0.015,
  /** Largest recall in tokens, since each token takes time to word; the smallest useful recall; and the tokens of its frame. */
  mostTokens: 32_000,
  leastTokens: 24,
  frameTokens: 40,
  /** Largest recall with objective `cost`: recalled text is paid in full. */
  costShare: 0.1,
  /**
   * Limit of digests, tail and recall together. Above it a recall may still take `leastFreeShare` of the history, and always
   * `leastFreeTokens`. In a history of 900 tokens the share alone has room for less than a sentence.
   */
  totalShare: 0.45,
  leastFreeShare: 0.05,
  leastFreeTokens: 100,
  /** A message that states nothing needs folded facts if these shares of its information are known and out of sight. */
  wish: { known: 0.5, outOfSight: 0.7 },
  /** Numbers of each recall source. */
  sources: SOURCE_POLICY,
  /** Tokens of the lines of an answer that a message continues, if the whole answer does not fit. */
  linesTokens: 120,
  /** Tokens of a recall for a request to turn all statements into a text, which names none of them (ADR 028). */
  wrapUpTokens: 1200,
  /**
   * A message continues the last answer if the answer contains this share of its information (ADR 019). If tools return
   * records, people choose and confirm in few words items that were listed with their figures.
   */
  leanShare: { usual: 0.46, records: 0.1 },
  /** A last answer up to this share of the newest message is always recalled, since it adds little to its cost. */
  shortAnswerShare: 0.25,
  /**
   * Weights in the ranking: of meaning relative to words, of the second hop, and the deduction for text that a digest contains.
   */
  rank: { meaning: 1, secondHop: 0.2, held: 0.5 },
  /**
   * `least`: score from which a recall is made. It rises by `habit` times the share of requests above `free` that got a recall.
   * `ramp`: excess from which the recall may have its full size. `sumUp`: score of a request to sum up the conversation.
   */
  threshold: { least: 0.8, habit: 8, free: 0.05, ramp: 2.2, sumUp: 3 },
  /**
   * Log-odds that a message asks for folded text, from its own features (`own`) and their difference from the session's usual
   * values (`unusual`). Logistic regression on requests of LoCoMo, BEAM, stackexchange, mtbench101, oasst and tau, rounded (ADR
   * 012).
   */
  question: {
    own: { base: -7.2, known: 3.2, matched: 4.8, inSight: -2.1, echoed: -2, substance: -0.14, pointsBack: 1.7 },
    unusual: { asking: 4.8, sight: 0.3, known: -3.7, matched: -2.5, unseen: -0.36, continued: -3.5, nearby: -3.7 },
  },
  /**
   * A statement of the user is asked for if its match exceeds that of ordinary questions by `asking`, or by `pointingBack` if
   * the message points back. The score rises by `steepness` with the rest of the excess (ADR 012: 20 instead of 9 of 22 facts
   * told early).
   */
  statement: { asking: 0.4, pointingBack: 0.2, steepness: 10 },
  /**
   * A message is an unusual question if the share of its words in questions exceeds the usual one of the session by
   * `unusual`, and if its information is at most `mostSubstance`: a longer one brings its own subject. Its recall has
   * `share` of the history within these limits, regardless of its matches. 80 instead of 31 % of the questions of
   * hand-written talks get a recall, and 7 instead of 1 % of their other messages (ADR 079).
   */
  unusualQuestion: { unusual: 0.6, mostSubstance: 8, share: 0.05, leastTokens: 100, mostTokens: 300 },
  /**
   * Standard deviations by which a message may rank below the average match: at the least certain need, at the surest, and for
   * a request for everything.
   */
  reach: { least: -0.5, sure: 0, all: 2.5 },
  /** Number of newest messages that count as in sight although they may be folded: they have just been read. */
  freshMessages: 8,
  /** Learning rate of a session's habits: they follow about the last 12 requests. */
  habitRate: 0.08,
  /**
   * The answer to a recalled message is recalled as well if the message has at most `questionTokens` and more than the
   * share `asked` of it is questions. Up to `tokens` the answer is recalled whole, and of a longer one `tokens` of the
   * lines about the query.
   */
  answer: { questionTokens: 80, asked: 0.5, tokens: 60 },
  /**
   * A later statement belongs to an excerpt if the two share this information in rare words: `word` of at least one word,
   * `asked` of the query's words, `all` in total. Messages of at most `tokens` are read, and the newest `quoted` that fit are
   * quoted. Within `near` messages a change need not name anything. A statement of the user of at most `shortCharacters`
   * characters says one thing.
   */
  newer: { word: 0.3, asked: 0.4, all: 1, tokens: 300, quoted: 2, near: 3, shortCharacters: 60 },
}

export type RecallPolicy = typeof RECALL_POLICY
