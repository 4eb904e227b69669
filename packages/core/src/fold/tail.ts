import type { FoldState } from './state.ts'

/** Tokens that may be folded next: the newest messages of the history, with the frozen recalls before them. */
export function tailTokens(state: FoldState): number {
  let tokens = 0
  for (let i = state.boundary; i < state.tokens.length; i++) if (!state.standing.has(i)) tokens += state.sent[i]!
  for (const recall of state.recalls) tokens += recall.tokens
  return tokens
}
