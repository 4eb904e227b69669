/**
 * Content that stays verbatim although a fold passes it. Decisions 024, 025 and 029 contain the measurements: on the 154
 * recorded conversations these rules pin hardly anything, and on written talks they keep content that is asked for later.
 */
export const PIN_POLICY = {
  /**
   * Most messages of a conversation that are pinned for their material, or this share of what the user says if that is
   * more: an agent that shows its screen in each message is folded as before (ADR 025).
   */
  material: { messages: 10, share: 0.25 },
  /** Least UTF-16 units of a text with data, and of a JSON value in it: less is an example or a setting (ADR 025). */
  dataCharacters: { text: 150, json: 600 },
  /**
   * A role has at least 100 UTF-16 units, less is a compliment, and at most 2,000 tokens, more is a task. A first message
   * is mostly rules with 3 binding sentences that are a fifth of all (ADR 025: tasks of agents would save .64 instead of .71).
   */
  instructions: {
    leastRoleCharacters: 100,
    mostRoleTokens: 2000,
    mostReminderTokens: 8000,
    binding: { least: 3, share: 0.2 },
  },
  /**
   * Exchanges of one form that are examples: fewer may be chance. Up to `mostTokens` all stay, of more the first
   * `shownTokens`; a message of consent before them has at most `consentTokens` (ADR 024).
   */
  examples: { leastExchanges: 3, mostTokens: 6000, shownTokens: 1500, consentTokens: 40 },
  /**
   * A document has at least 120 tokens and is 5 times as long as half of the user's messages; a machine printed at most half
   * of its lines (ADR 029: of 43 facts asked for 43 stay instead of 28; from 250 tokens on schemas and letters go).
   */
  document: { leastTokens: 120, times: 5, mostPrinted: 0.5 },
  /**
   * The conversation has left a document when fewer than `leastAbout` of the last exchanges have `leastShare` of their
   * information in its `terms` heaviest terms. Exchanges: `tokens` by the document's own, within `least` and `most`, since each
   * costs its length (ADR 029: exchanges about it share 3 to 40 %, others 0 to 2 %; 6 exchanges gain nothing).
   */
  stale: { least: 4, most: 16, tokens: 2000, leastAbout: 2, leastShare: 0.025, terms: 40 },
  /** A folded question whose tools are still at work stays verbatim up to this share of the history. */
  openQuestionShare: 0.05,
}
