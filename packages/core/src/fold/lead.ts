import { JUST_CACHED_TOKENS } from './cost/price-models.ts'
import type { FoldState } from './state.ts'
import type { Transcript } from './transcript.ts'

/** A clock in the instructions is now a token longer and now one shorter. */
const LEAD_STEP = 64

/**
 * Tokens of the leading instructions as decisions know them, which is all that decisions know of them: in whole steps, and
 * no more than make a request long enough to be cached.
 */
export function leadTokensOf({ leadTokens }: FoldState): number {
  return stepped(leadTokens)
}

function stepped(tokens: number): number {
  return Math.min(LEAD_STEP * Math.floor(tokens / LEAD_STEP), JUST_CACHED_TOKENS)
}

/** Whether with the instructions of `transcript` everything would have been decided as it was. */
export function isLedAlike(state: FoldState, transcript: Transcript): boolean {
  let tokens = 0
  for (let i = 0; i < state.lead; i++) {
    if (transcript.roleOf(i) !== 'system') return false
    tokens += transcript.tokensOf(i)
  }
  return stepped(tokens) === stepped(state.leadTokens)
}

/** Has the state know the instructions of this request, which may have changed. */
export function takeLead(state: FoldState, transcript: Transcript): void {
  state.leadTokens = 0
  for (let i = 0; i < state.lead; i++) {
    const tokens = transcript.tokensOf(i)
    state.keys[i] = transcript.keyOf(i)
    state.tokens[i] = state.sent[i] = tokens
    state.leadTokens += tokens
  }
}
