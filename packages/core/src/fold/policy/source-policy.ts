/**
 * Numbers of `recall/sources`: when each source proposes excerpts, and how much. Tokens, characters and messages before the
 * newest one (`reach`) are counts. `substance` is the information in rare words above which a message is understood alone. All
 * other numbers are shares. `npm run bench:statements` and `npm run bench:quality` measure them.
 */
export const SOURCE_POLICY = {
  lastAnswer: {
    /**
     * Substance up to which a message ("shorter, please") continues the answer before it, by kind. A short question may have
     * another subject, so that its limit is lower. It is higher if less than the share `strangeKnown` of its information is
     * known ("too expensive, cheaper ones?").
     */
    little: { wish: 4, question: 2.2, strange: 3.2 },
    strangeKnown: 0.4,
    /** Share of an answer's content words that represents it in reply to a question. */
    gist: 0.86,
    /**
     * Limits for a message that says "it" or "that" about an artifact: its substance, and the tokens of the artifact. Shorter
     * answers are talk.
     */
    pointing: { substance: 6, workTokens: 100 },
    /** An answer up to this length is recalled whole for a message that continues it. */
    shortTokens: 120,
    /**
     * A message with more substance than `goingOnSubstance` continues a short answer only if it names the answer. A
     * message that names a long answer works on it up to `namingSubstance`.
     */
    goingOnSubstance: 7,
    namingSubstance: 8,
    /**
     * An answer of at most `tokens` that ends with a question is recalled whole in a history of at most `historyTokens`. A
     * message with more than the share `most` of questions answers none.
     */
    asking: { tokens: 200, historyTokens: 8000, most: 0.6 },
    /**
     * A list of at most `tokens` is recalled whole for a message of at most `choosingTokens` that chooses from it. "The second"
     * may be counted in another way, and a longer message has firsts and seconds of its own.
     */
    list: { tokens: 500, choosingTokens: 48 },
  },
  /**
   * Artifacts of `recall/sources/artifact`. A shorter answer is talk, and a longer one is too large for a guess. A newer
   * version shares half of the terms.
   */
  artifact: { reach: 60, substance: 8, characters: 140, tokens: { least: 60, most: 3000 }, sameWork: 0.5 },
  /**
   * A short message is about one exchange if enough of it occurred before, nearly all of it in that exchange: BM25 of
   * question and answer relative to the known information. An answer of fewer than `least` tokens is consent. A list, a
   * plan or a recipe is recalled whole up to `whole`.
   */
  exchange: { reach: 60, substance: 6, leastKnown: 0.45, leastMatch: 1.1, tokens: { least: 30, whole: 300 } },
  /**
   * `leastLost`: share of the question that no verbatim text contains. `leastShare`: share of the known information that one
   * answer and one sentence of it contain. Below `sure` the match may be chance in a history above `shortHistoryTokens`, unless
   * the answer is near or the question points back.
   */
  earlierAnswer: {
    substance: 6,
    leastLost: 0.5,
    leastShare: { answer: 0.5, sentence: 0.5 },
    sure: 0.7,
    nearMessages: 8,
    shortHistoryTokens: 2500,
  },
  /**
   * An answer is long from `leastTokens` on. `needs`: share of the question's information and number of its words that the
   * answer has to contain, if the question addresses the assistant or points back, and otherwise. `beside`: weight of a word in
   * the message that it answers and in the reply. `lead`: match relative to the second best answer. Histories of at most
   * `historyTokens`: in a longer one, words match by chance.
   */
  longAnswer: {
    substance: 12,
    historyTokens: 32_000,
    leastTokens: 60,
    needs: { addressed: { least: 0.2, words: 1 }, other: { least: 0.5, words: 2 } },
    beside: { question: 0.7, reply: 0.4 },
    lead: 1.2,
    mostTokens: 160,
  },
  /**
   * `leastMatch`: BM25 of the statement relative to the known information. `leastKnown`: share of the message's information
   * that is known.
   */
  unsentStatement: { substance: 6, leastMatch: 0.6, leastKnown: 0.25 },
  /**
   * Shorter texts than `leastTokens` are recalled like other messages. A message is about a text that contains `about.terms` of
   * its terms and the share `about.share` of its known information. Passages are shorter if the ranked messages
   * may contain the gist of the text. Up to `wholeTokens` all of the text is recalled.
   */
  referenceText: {
    substance: 10,
    leastTokens: 300,
    about: { terms: 2, share: 0.5 },
    passagesTokens: { alone: 400, besideGist: 120 },
    wholeTokens: 4000,
  },
  /**
   * A message with more characters contains the code that it is about. An answer of `programTokens` is a program, and not a
   * part of one.
   */
  codePieces: { reach: 40, characters: 200, mostTokens: 800, programTokens: 300 },
  /**
   * Histories of at most `historyTokens`: in a longer one, words match by chance. `besideShare`: weight of a word next to a
   * line. `noNumberShare`: share of the match of a line without a number, if the question asks for an amount: of 1,664 probes
   * three more pass, and one fewer misleads (ADR 075). `leastKnown`: share of the question's information that the lines
   * of people and of tools have to contain. `leastMatch`: what a line has to add to the sent lines. Of 625 probes 97 % pass
   * with it and 94 % without (ADR 062).
   */
  matchingLines: {
    substance: 10,
    historyTokens: 16_000,
    besideShare: 0.5,
    noNumberShare: 0.5,
    leastKnown: { ofPeople: 0.45, ofTools: 0.35 },
    leastMatch: 0.15,
    mostTokens: 100,
  },
  /**
   * Largest number of tokens and of entities of the records that a question names. A word that more than `commonShare` of all
   * entities have names none of them. An entity needs at least `share` of the information that names the surest one.
   */
  toolRecords: { substance: 8, tokens: 100, entities: 3, commonShare: 0.1, share: 0.6 },
  /** Number of best matches that are examined, and their least BM25 relative to the known information. */
  changedStatement: { substance: 10, matches: 3, leastMatch: 0.5, mostTokens: 300 },
  /**
   * The best `verbatim.messages` are quoted word for word if they are short. Others are worded. Above `wordedTokens` a wording
   * covers the share `coverage` of the content words. It is left out above `mostTokens`.
   */
  rankedMessages: {
    verbatim: { messages: 24, userTokens: 400, otherTokens: 160 },
    wordedTokens: 160,
    mostTokens: 2200,
    coverage: 0.86,
  },
  /**
   * Closeness: cosine of a message and the exchange before it. Below the limit they are on different subjects, if at least the
   * share `leastEnglish` of the words are English stop words: the table of meanings knows English. A shorter answer than
   * `prose.tokens` is not a text that is written in turns.
   */
  continuation: { leastCloseness: 0.45, leastEnglish: 0.2, prose: { tokens: 100, substance: 8 } },
}
