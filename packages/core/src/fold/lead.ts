import { justCached } from './cost/price-models.ts'
import type { FoldState } from './state.ts'
import type { Transcript } from './transcript.ts'

/** A clock in the instructions is now a token longer and now one shorter. */
const LEAD_STEP = 64

/**
 * Tokens of the leading instructions as decisions know them, which is all that decisions know of them: in whole steps, and
 * no more than make a request long enough to be cached.
 */
export function leadTokensOf({ leadTokens, pinnedTokens, caching }: FoldState): number {
  const tokens = leadTokens + pinnedTokens
  // The middle of a step: with its beginning every bill was too low by the rest, turn after turn.
  const known = tokens > 0 ? LEAD_STEP * (Math.floor(tokens / LEAD_STEP) + 0.5) : 0
  return Math.min(known, justCached(caching.leastTokens))
}

/** Whether with the instructions of `transcript` everything would have been decided as it was. */
export function isLedAlike(state: FoldState, transcript: Transcript): boolean {
  let leadTokens = 0
  for (let i = 0; i < state.lead; i++) {
    if (transcript.roleOf(i) !== 'system') return false
    leadTokens += transcript.tokensOf(i)
  }
  const now = { ...state, leadTokens, pinnedTokens: transcript.pinnedTokens }
  return leadTokensOf(now) === leadTokensOf(state)
}

/** Has the state know the instructions of this request, which may have changed. */
export function takeLead(state: FoldState, transcript: Transcript): void {
  state.leadTokens = 0
  state.pinnedTokens = transcript.pinnedTokens
  for (let i = 0; i < state.lead; i++) {
    const tokens = transcript.tokensOf(i)
    state.keys[i] = transcript.keyOf(i)
    state.tokens[i] = state.sent[i] = tokens
    state.leadTokens += tokens
  }
}
