import { SOURCE_POLICY } from './source-policy.ts'

/**
 * What a request gets back of what was folded. Shares are of the history's tokens unless said otherwise, scores are
 * log-odds, substance is information in rare words. Decision 012 holds the fit of the classifier; `npm run bench:quality`
 * and `npm run bench:statements` measure the whole.
 */
export const RECALL_POLICY = {
  /** Most that one recall takes, and the least where the need is least sure: a large one costs the cached prefix (ADR 012). */
  share: 0.3,
  leastShare: 0.015,
  /** And in tokens, since each takes time to word; the fewest that are worth a recall, and tokens of its frame. */
  mostTokens: 32_000,
  leastTokens: 24,
  frameTokens: 40,
  /** Most that one recall takes with objective `cost`: what comes back is paid in full. */
  costShare: 0.1,
  /**
   * Ceiling of digests, tail and recall together; a recall may take `leastFreeShare` of the history, and `leastFreeTokens` in
   * any case, although the ceiling is reached. In a history of 900 tokens a share alone has room for less than a sentence.
   */
  totalShare: 0.45,
  leastFreeShare: 0.05,
  leastFreeTokens: 100,
  /** Of each source of excerpts. */
  sources: SOURCE_POLICY,
  /** Tokens of the lines of an answer that a message takes up, where there is no room for the whole. */
  linesTokens: 120,
  /** Tokens for a request to make something of all that was said, which names none of it (ADR 028). */
  wrapUpTokens: 1200,
  /**
   * A message takes up the last answer when the answer holds this share of its information (ADR 019); where tools give
   * records, people choose and confirm in a few words what was listed to them with its figures.
   */
  leanShare: { usual: 0.46, records: 0.1 },
  /** A last answer up to this share of the newest message is recalled in any case: beside that it costs little. */
  shortAnswerShare: 0.25,
  /** Weight of meaning beside words in the ranking, of the second hop, and by how much being in a digest counts against it. */
  rank: { meaning: 1, secondHop: 0.2, held: 0.5 },
  /**
   * Score from which a recall is given; by how much it rises with the share of requests above `free` that got one; and by
   * how much a score has to exceed it for the whole share. `sumUp` is the score of a request to sum up the conversation.
   */
  threshold: { least: 0.8, habit: 8, free: 0.05, ramp: 2.2, sumUp: 3 },
  /**
   * Log-odds that a message asks for what is out of sight: of its own figures, and of how they differ from what is usual in
   * the session. Logistic regression on requests of LoCoMo, BEAM, stackexchange, mtbench101, oasst and tau, rounded (ADR 012).
   */
  question: {
    own: { base: -7.2, known: 3.2, matched: 4.8, inSight: -2.1, echoed: -2, substance: -0.14, pointsBack: 1.7 },
    unusual: { asking: 4.8, sight: 0.3, known: -3.7, matched: -2.5, unseen: -0.36, continued: -3.5, nearby: -3.7 },
  },
  /**
   * A statement of the user is asked for when it matches by so much more than ordinary questions match, less where the
   * message points back; the score rises by `steepness` with what is beyond (ADR 012: of 22 facts told early 20 instead of 9).
   */
  statement: { asking: 0.4, pointingBack: 0.2, steepness: 10 },
  /** Standard deviations by which a message may rank below the average match: for the least sure need, and for all. */
  reach: { least: -0.5, all: 2.5 },
  /** The newest messages that count as in sight although they may be folded: they have only just been read. */
  freshMessages: 8,
  /** A session's habits follow the last dozen requests. */
  habitRate: 0.08,
  /**
   * The answer to a recalled question of at most `questionTokens`, of which more than `asked` is questions: whole up to
   * `tokens`, and from a longer one `tokens` of the lines about the query.
   */
  answer: { questionTokens: 80, asked: 0.5, tokens: 60 },
  /**
   * A later statement belongs to an excerpt when it shares this much information with it, in rare words: of one word at
   * least, of the query's words, of all. Messages of at most `tokens` are read, the newest `quoted` that fit are quoted;
   * within `near` messages a change need name nothing; a statement of the user of `shortCharacters` says one thing.
   */
  newer: { word: 0.3, asked: 0.4, all: 1, tokens: 300, quoted: 2, near: 3, shortCharacters: 60 },
}

export type RecallPolicy = typeof RECALL_POLICY
