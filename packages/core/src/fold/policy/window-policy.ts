/** How a conversation that exceeds the context window of its model is shortened. */
export const WINDOW_POLICY = {
  /** Share of the window that stays free, so that the next turns fit as well and the prefix is stable for a while. */
  growth: 0.25,
  /** At least this share of the room that the new messages leave is used, however long they are. */
  leastUse: 0.6,
  /** Share of the budget of digests and tail that the newest messages keep, and its maximum in tokens. */
  kept: { share: 0.35, mostTokens: 3000 },
  /** Largest share of a digest's budget that is reserved for the user's text. */
  userShare: 0.7,
  /** If pins leave less than this share of their common budget to digests and tail, pins are removed. */
  leastForRecord: 0.3,
  /** Digests and tail are tried with these shares of their budget, since the tokens of a digest are estimated. */
  shares: [1, 0.7, 0.45, 0.2],
}
