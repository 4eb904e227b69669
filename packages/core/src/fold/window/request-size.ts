import type { Source } from '../source.ts'
import { tailTokens } from '../tail.ts'

/** Tokens that no fold takes out of the request: leading instructions, and messages that stay although a fold passes them. */
export function fixedTokens({ transcript, state }: Source): number {
  let tokens = state.leadTokens
  for (let i = state.lead; i < state.boundary; i++) {
    if (!state.standing.has(i) && transcript.isKept(i)) tokens += state.sent[i]!
  }
  for (const index of state.carried.values()) tokens += state.sent[index]!
  return tokens
}

/** Tokens of all messages of the request to come, `newTokens` of them in new messages; its recall not included. */
export function requestSize(source: Source, newTokens: number): number {
  const { state } = source
  return fixedTokens(source) + state.standingTokens + state.digestTokens + tailTokens(state) + newTokens
}
