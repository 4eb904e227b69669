/** How a conversation that has outgrown the context window of its model is made to fit. */
export const WINDOW_POLICY = {
  /** Share of the window that is left free, so that the turns to come fit as well and the prefix stays as it is for a while. */
  growth: 0.25,
  /** And at least this share of what the new messages leave is used, however long they are. */
  leastUse: 0.6,
  /** Share of the room of digests and tail that the newest messages keep, and most tokens of it. */
  kept: { share: 0.35, mostTokens: 3000 },
  /** Most of a digest's room that is kept for what the user says. */
  userShare: 0.7,
  /** Where pins leave digests and tail less than this share of their common room, pins are given up. */
  leastForRecord: 0.3,
  /** Digests and tail are tried with these shares of their room, since the tokens of a digest are estimated. */
  shares: [1, 0.7, 0.45, 0.2],
}
