/** Thresholds for the kind of a conversation and for its active artifact. */
export const CONVERSATION_POLICY = {
  /**
   * Share of tool output in the history above which it is no longer a chat: of its tokens, or of its messages, since a long
   * text at the start may outweigh all that follows. Tools give records where more than this share of their tokens is JSON.
   */
  genre: { toolTokens: 0.15, toolMessages: 0.33, records: 0.5 },
  /**
   * Among the newest `among` messages, code or long texts in more than this share of the user's, and in `least` of them: a
   * terminal session prints them. It may be one where code alone is more than `codeShare`.
   */
  shell: { among: 16, share: 0.6, least: 4, codeShare: 0.4 },
  /** The active artifact is at most `reach` messages back. A text of `textTokens` that exceeds its answer counts as one. */
  artifact: { reach: 6, textTokens: 250 },
  /**
   * A user's message counts in full up to `tokens`. Longer ones are mostly pasted, and the rest of them counts in part: a
   * digest has room for that share (ADR 037).
   */
  statement: { tokens: 150, shareOfRest: 0.25 },
}
