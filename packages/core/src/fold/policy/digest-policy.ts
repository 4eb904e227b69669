/** What digests of chats take first, and how much of a message is one piece. Weights are factors beside those of other text. */
export const DIGEST_POLICY = {
  /** A change is worth what it changes, though it has few words of its own. */
  changeWeight: 4,
  /** Context that the user's next message needs goes first. */
  contextWeight: 60,
  /** Lines that say what there is are used again 2.4 times as often as other lines, measured in coding sessions. */
  blockWeight: 2.4,
  /** What users say holds most of what is asked for later, and the more so the less of the text it is. */
  userWeight: { base: 1.3, most: 6 },
  /**
   * From this weight on users say so little beside the answers that all of it finds room: it stands before everything else.
   * Longer messages are mostly pasted, and would crowd out the rest.
   */
  scarceUser: { weight: 2, first: 100, mostTokens: 600 },
  /**
   * Messages up to this length are one fragment; longer ones are cut into lines and sentences. A message of the user that
   * is too long to be owed a place finds none as a whole where room is small, and what it changes would go with it. Generated
   * talks with an old value alone, of about 400 requests a language: 31 to 48 with 120 for users, 0 with 80.
   */
  wholeTokens: { user: 80, others: 120 },
  /**
   * Context without which a short message of the user is not understood. A message of at most `answering` tokens, frame
   * included, is sent with its question; one of at most `choosing` tokens with the item that it takes of a list.
   */
  contextTokens: { answering: 20, choosing: 48 },
  /**
   * A message of the user up to this length, frame included, that may change an earlier one gets a place beyond the budget.
   * User messages of which nothing is sent: 5.9 % without, 3.7 % with 24, 2.8 % with 40, at .449, .441 and .437 saved (ADR 062).
   */
  owedChangeTokens: 32,
  /** Tokens of a sentence that gives a new value to a figure of a line that is sent, and of all such sentences of one digest. */
  owedValueTokens: { sentence: 40, digest: 40 },
  /**
   * Values of a figure in the lines that are sent. One with more belongs to many things, as in "it costs 30 euros", and none
   * replaces another. Old values alone in the own talks: 2 with 2 values, 1 with 3 and with 4 (ADR 063).
   */
  owedFigureValues: 3,
  /** Abridging recent digests again for less room than this is not worth a rewritten prefix. */
  leastSettledTokens: 40,
}
