import type { Policy } from './policy.ts'
import type { FoldState } from './state.ts'

/**
 * The kind of conversation so far: people talking; tools that return records or help in a dialogue; or an agent that works with
 * tools.
 */
export type Genre = 'chat' | 'records' | 'code'

export function genreOf(state: FoldState, { conversation }: Pick<Policy, 'conversation'>): Genre {
  const { toolTokens, toolMessages, records, dialogue } = conversation.genre
  const isByTokens = state.toolTokens >= toolTokens * budgetedTokens(state)
  if (!isByTokens && state.toolMessages < toolMessages * state.keys.length) return 'chat'
  const answers = state.turn - 1
  const isDialogue = state.questions >= dialogue.leastQuestions && answers <= dialogue.mostAnswers * state.questions
  return isDialogue || recordShare(state) > records ? 'records' : 'code'
}

/** Share of the tool output that is JSON or a table. */
export function recordShare({ recordTokens, toolTokens }: FoldState): number {
  return recordTokens / Math.max(1, toolTokens)
}

/** Tokens of the history that count for budgets. */
export function budgetedTokens({ historyTokens, exemptTokens }: FoldState): number {
  return historyTokens - exemptTokens
}
