import type { FoldState } from './state.ts'

/** Tokens of several texts together. */
export function tokensOf(texts: Iterable<{ readonly tokens: number }>): number {
  let sum = 0
  for (const { tokens } of texts) sum += tokens
  return sum
}

/** Tokens that may be folded next: the newest messages of the history, with the frozen recalls before them. */
export function tailTokens(state: FoldState): number {
  let tokens = tokensOf(state.recalls)
  for (let i = state.boundary; i < state.tokens.length; i++) if (!state.standing.has(i)) tokens += state.sent[i]!
  return tokens
}
