import type { Policy } from './policy.ts'
import type { FoldState } from './state.ts'

/** The kind of conversation so far: people talking, tools returning records, or tools returning text. */
export type Genre = 'chat' | 'records' | 'code'

export function genreOf(state: FoldState, { conversation }: Pick<Policy, 'conversation'>): Genre {
  const { toolTokens, toolMessages, records } = conversation.genre
  const isByTokens = state.toolTokens >= toolTokens * budgetedTokens(state)
  if (!isByTokens && state.toolMessages < toolMessages * state.keys.length) return 'chat'
  return state.recordTokens > records * state.toolTokens ? 'records' : 'code'
}

/** Tokens of the history that count for budgets. */
export function budgetedTokens({ historyTokens, exemptTokens }: FoldState): number {
  return historyTokens - exemptTokens
}
