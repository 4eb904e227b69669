import { sumOf, tokensOf } from '../sum.ts'
import type { FoldState } from './state.ts'

/** Tokens that may be folded next: the newest messages of the history, with the frozen recalls before them. */
export function tailTokens(state: FoldState): number {
  let tokens = tokensOf(state.recalls)
  for (let i = state.boundary; i < state.tokens.length; i++) if (!state.standing.has(i)) tokens += state.sent[i]!
  return tokens
}

/** Tokens of messages `[from, to)` as sent. */
export function sentBetween({ sent }: Pick<FoldState, 'sent'>, from: number, to: number): number {
  return sumOf(sent.slice(from, to), (tokens) => tokens)
}
