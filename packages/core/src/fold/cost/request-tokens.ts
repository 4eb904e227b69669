import { leadTokensOf } from '../lead.ts'
import type { FoldState } from '../state.ts'
import { tailTokens } from '../tail.ts'

/** Tokens of the request to come without its new messages: instructions, digests, what stands between them, the tail. */
export function requestTokens(state: FoldState): number {
  return leadTokensOf(state) + state.digestTokens + state.standingTokens + tailTokens(state)
}

/** The same of the request as it would be without folds. */
export function directTokens(state: FoldState): number {
  return leadTokensOf(state) + state.historyTokens
}

/** Tokens of the standing messages that a fold of what comes from `from` on leaves where they are in the request. */
export function unmovedTokens({ standing, sent }: FoldState, from: number): number {
  let end = from
  while (standing.has(end)) end++
  return standingBefore({ standing, sent }, end)
}

/** Tokens of the standing messages before `end`. */
export function standingBefore({ standing, sent }: Pick<FoldState, 'standing' | 'sent'>, end: number): number {
  let tokens = 0
  for (const index of standing) if (index < end) tokens += sent[index]!
  return tokens
}
