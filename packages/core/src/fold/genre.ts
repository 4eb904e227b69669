import type { FoldState } from './state.ts'

/** What kind of conversation it is so far: people talking, tools giving records, or tools giving text. */
export type Genre = 'chat' | 'records' | 'code'

/**
 * Share of tool output in the history above which it is no longer a chat: of its tokens, or of its messages, since a long
 * text at the start may outweigh all that follows.
 */
const TOOL_SHARE = { tokens: 0.15, messages: 0.33 }

export function genreOf(state: FoldState): Genre {
  const isByTokens = state.toolTokens >= TOOL_SHARE.tokens * budgetedTokens(state)
  if (!isByTokens && state.toolMessages < TOOL_SHARE.messages * state.keys.length) return 'chat'
  return state.recordTokens > 0.5 * state.toolTokens ? 'records' : 'code'
}

/** Tokens of the history that budgets are shares of. */
export function budgetedTokens({ historyTokens, exemptTokens }: FoldState): number {
  return historyTokens - exemptTokens
}
