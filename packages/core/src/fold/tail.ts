import type { FoldState } from './state.ts'

/** Tokens of what is not folded: the newest messages of the history and the recalls frozen before them. */
export function tailTokens(state: FoldState): number {
  let tokens = 0
  for (let i = state.boundary; i < state.tokens.length; i++) tokens += state.sent[i]!
  for (const recall of state.recalls) tokens += recall.tokens
  return tokens
}
