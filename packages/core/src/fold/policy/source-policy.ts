/**
 * When each of `recall/sources` proposes something, and how much of it. Tokens, characters and messages before the newest
 * (`reach`) are counted, `substance` is the rare words' worth of information above which a message speaks for itself, and all
 * other numbers are shares. `npm run bench:statements` and `npm run bench:quality` measure them.
 */
export const SOURCE_POLICY = {
  lastAnswer: {
    /**
     * A message that says little by itself ("shorter, please") goes on from the answer before it; a question may be short, but
     * not one of whose words less than `strangeKnown` was ever said ("too expensive, cheaper ones?").
     */
    little: { wish: 4, question: 2.2, strange: 3.2 },
    strangeKnown: 0.4,
    /** Share of its content words at which an answer says to a question what it said. */
    gist: 0.86,
    /** Substance beside "it" or "that" in a message about an artifact of at least `workTokens`: a shorter one is talk. */
    pointing: { substance: 6, workTokens: 100 },
    /** An answer up to this length is recalled whole for a message that continues it. */
    shortTokens: 120,
    /** A message that says more goes on from no short answer, or from none that it does not name. */
    goingOnSubstance: 7,
    namingSubstance: 8,
    /** An answer up to here that ends with a question comes back whole, in a history up to there; more questions answer none. */
    asking: { tokens: 200, historyTokens: 8000, most: 0.6 },
    /**
     * A list up to here comes back whole to a message of at most `choosingTokens` that takes something of it: "the second" may
     * be counted in another way, and a longer message tells of firsts and seconds of its own.
     */
    list: { tokens: 500, choosingTokens: 48 },
  },
  /** A shorter answer is talk; a longer one is more than may come back for a guess. A newer version has half of its terms. */
  artifact: { reach: 60, substance: 8, characters: 140, tokens: { least: 60, most: 3000 }, sameWork: 0.5 },
  /**
   * A short message of which so much was said before, and nearly all of that in one place, is about that place: BM25 of question
   * and answer relative to the known. Fewer tokens are consent; a list, a plan or a recipe comes back whole.
   */
  exchange: { reach: 60, substance: 6, leastKnown: 0.45, leastMatch: 1.1, tokens: { least: 30, whole: 300 } },
  /**
   * Share of the question that nothing sent word for word holds; of the known that one answer and one sentence of it hold.
   * Less than `sure` may be chance in a history that is not short, unless the answer is near or the question points back.
   */
  earlierAnswer: {
    substance: 6,
    leastLost: 0.5,
    leastShare: { answer: 0.5, sentence: 0.5 },
    sure: 0.7,
    nearMessages: 8,
    shortHistoryTokens: 2500,
  },
  /** BM25 of the statement relative to the known, and share of the message's information that is known. */
  unsentStatement: { substance: 6, leastMatch: 0.6, leastKnown: 0.25, mostTokens: 300 },
  /**
   * A shorter message is recalled as any other. A message is about a text that holds `about.terms` of its terms and the share
   * `about.share` of its known information. Passages are shorter beside the gist of the ranked messages; up to `wholeTokens` all of it comes back.
   */
  referenceText: {
    substance: 10,
    leastTokens: 300,
    about: { terms: 2, share: 0.5 },
    passagesTokens: { alone: 400, besideGist: 120 },
    wholeTokens: 4000,
  },
  /** Who writes more brings what it is about; an answer of `programTokens` is a program, and not a piece of one. */
  codePieces: { reach: 40, characters: 200, mostTokens: 800, programTokens: 300 },
  /**
   * Histories of at most `historyTokens`: in a longer one, words meet by chance. `besideShare` is the weight of a word that stands
   * beside a line, `leastKnown` the share of the question's information that some line has to hold, `leastMatch` what a line
   * has to add to those that are sent. Of 625 probes 97 % pass with it and 94 % without (ADR 062).
   */
  matchingLines: {
    substance: 6,
    historyTokens: 16_000,
    besideShare: 0.5,
    leastKnown: 0.45,
    leastMatch: 0.15,
    mostTokens: 100,
  },
  /** Best matches that are looked at, and their least BM25 relative to the known. */
  changedStatement: { substance: 10, matches: 3, leastMatch: 0.5, mostTokens: 300 },
  /**
   * The best `messages` are quoted word for word as far as they are short. Others are worded, those above `wordedTokens` by
   * what covers the share `coverage` of their content words, and left out when they are longer than `mostTokens`.
   */
  rankedMessages: {
    verbatim: { messages: 24, userTokens: 400, otherTokens: 160 },
    wordedTokens: 160,
    mostTokens: 2200,
    coverage: 0.86,
  },
  /**
   * Cosine of a message with the exchange before it below which they are on different subjects, where at least the share
   * `leastEnglish` of its words are English stop words: the table of meanings knows English. A shorter answer is no text that is written in turns.
   */
  continuation: { leastCloseness: 0.45, leastEnglish: 0.2, prose: { tokens: 100, substance: 8 } },
}
