/** Thresholds for the kind of a conversation and for its active artifact. */
export const CONVERSATION_POLICY = {
  /**
   * Shares of tool output above which a history is not a chat: of its tokens, or of its messages, since a long text at the
   * start may outweigh the rest. Tools return records if more than `records` of their tokens are JSON or tables. They help in a
   * dialogue if the user has asked at least `leastQuestions` times, with at most `mostAnswers` messages of the assistant for
   * each question: 1 to 3.3 in customer service and office work, 5 to 100 in coding sessions (ADR 080).
   */
  genre: {
    toolTokens: 0.15,
    toolMessages: 0.33,
    records: 0.5,
    dialogue: { leastQuestions: 3, mostAnswers: 4 },
  },
  /**
   * Terminal session: among the newest `among` messages, at least `least` of the user's and more than `share` of them are code
   * or long texts. It may be one if more than `codeShare` are code.
   */
  shell: { among: 16, share: 0.6, least: 4, codeShare: 0.4 },
  /**
   * The active artifact is at most `reach` messages back. A text of at least `textTokens` is an artifact if it
   * is longer than the answer to it.
   */
  artifact: { reach: 6, textTokens: 250 },
  /**
   * A message of the user counts in full up to `tokens`. Longer ones are mostly pasted, and their rest counts in part: the
   * budget of a digest covers `shareOfRest` of it (ADR 037).
   */
  statement: { tokens: 150, shareOfRest: 0.25 },
}
