/**
 * Content that stays verbatim although a fold passes it. Decisions 024, 025 and 029 contain the measurements: on the 154
 * recorded conversations these rules pin hardly anything, and on written talks they keep content that is asked for later.
 */
export const PIN_POLICY = {
  /**
   * Largest number of messages that are pinned for their material, or this share of the user's messages if that is
   * more: an agent that shows its screen in each message is still folded (ADR 025).
   */
  material: { messages: 10, share: 0.25 },
  /** Least UTF-16 units of a text with data, and of a JSON value in it. Shorter ones are examples or settings (ADR 025). */
  dataCharacters: { text: 150, json: 600 },
  /**
   * A role has at least 100 UTF-16 units, since shorter texts are compliments, and at most 2,000 tokens, since longer ones are
   * tasks. A first message consists of rules if it has 3 binding sentences that are a fifth of all (ADR 025: otherwise tasks of
   * agents would save .64 instead of .71). A reminder at the start has at most 8,000 tokens.
   */
  instructions: {
    leastRoleCharacters: 100,
    mostRoleTokens: 2000,
    mostReminderTokens: 8000,
    binding: { least: 3, share: 0.2 },
  },
  /**
   * Number of exchanges of one form that count as examples, since fewer may be a coincidence. Up to `mostTokens` all are kept,
   * and of longer ones the first `shownTokens`. A message of consent before them has at most `consentTokens` (ADR 024).
   */
  examples: { leastExchanges: 3, mostTokens: 6000, shownTokens: 1500, consentTokens: 40 },
  /**
   * A document has at least 120 tokens. At least half of the user's other messages have at most a fifth of its length.
   * At most half of its lines were printed by a machine (ADR 029: 43 of 43 requested facts are sent instead of 28; from
   * 250 tokens on, schemas and letters are lost).
   */
  document: { leastTokens: 120, times: 5, mostPrinted: 0.5 },
  /**
   * The conversation has moved on from a document when fewer than `leastAbout` of the last exchanges have `leastShare` of their
   * information in its `terms` heaviest terms. The number of exchanges is `tokens` divided by the document's tokens, within
   * `least` and `most`, since each exchange costs the document's length (ADR 029: exchanges about it share 3 to 40 %, others 0
   * to 2 %; 6 exchanges gain nothing).
   */
  stale: { least: 4, most: 16, tokens: 2000, leastAbout: 2, leastShare: 0.025, terms: 40 },
  /** A folded question with running tools stays verbatim up to this share of the history. */
  openQuestionShare: 0.05,
}
