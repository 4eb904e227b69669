import { justCached } from './cost/price-models.ts'
import type { FoldState } from './state.ts'
import type { Transcript } from './transcript.ts'

/** Step to which the tokens are rounded, because a clock in the instructions changes their number by a token. */
const PREFIX_STEP = 64

/**
 * Tokens of the leading instructions as decisions use them: in whole steps, and limited to the number that makes a request
 * cacheable.
 */
export function systemPrefixTokens({ systemTokens, pinnedTokens, caching }: FoldState): number {
  const tokens = systemTokens + pinnedTokens
  // The middle of a step. With its start, every bill was too low by the remainder, turn after turn.
  const known = tokens > 0 ? PREFIX_STEP * (Math.floor(tokens / PREFIX_STEP) + 0.5) : 0
  return Math.min(known, justCached(caching.leastTokens))
}

/** True if the new system prefix falls into the same token bucket, so earlier decisions are still valid. */
export function hasSameSystemPrefix(state: FoldState, transcript: Transcript): boolean {
  let systemTokens = 0
  for (let i = 0; i < state.systemEnd; i++) {
    if (transcript.roleOf(i) !== 'system') return false
    systemTokens += transcript.tokensOf(i)
  }
  const now = { ...state, systemTokens, pinnedTokens: transcript.pinnedTokens }
  return systemPrefixTokens(now) === systemPrefixTokens(state)
}

/** Updates the state with the instructions of this request, which may have changed. */
export function updateSystemPrefix(state: FoldState, transcript: Transcript): void {
  state.systemTokens = 0
  state.pinnedTokens = transcript.pinnedTokens
  for (let i = 0; i < state.systemEnd; i++) {
    const tokens = transcript.tokensOf(i)
    state.keys[i] = transcript.keyOf(i)
    state.tokens[i] = state.sent[i] = tokens
    state.systemTokens += tokens
  }
}
