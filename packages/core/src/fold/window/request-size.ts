import { keptTokens } from '../cost/request-tokens.ts'
import type { Source } from '../source.ts'
import { tailTokens } from '../tail.ts'

/** Tokens that no fold removes from the request: leading instructions, and messages that stay although a fold passes them. */
export function fixedTokens({ state }: Source): number {
  return state.systemTokens + keptTokens(state)
}

/** Tokens of all messages of the next request without its recall, of which `newTokens` are in new messages. */
export function requestSize(source: Source, newTokens: number): number {
  const { state } = source
  return fixedTokens(source) + state.standingTokens + state.digestTokens + tailTokens(state) + newTokens
}
