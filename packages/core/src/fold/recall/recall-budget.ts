import { budgetedTokens } from '../budget.ts'
import { affordable, sharedTokens } from '../cost/bill.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { tailTokens } from '../tail.ts'
import { terseTokens } from '../terse.ts'
import { MESSAGE_FRAME_TOKENS } from '../transcript.ts'

/** Tokens that a need of this share of the history may take in a request that is to stay below its ceiling. */
export function usualRoom({ state, policy }: Source, share: number): number {
  const history = budgetedTokens(state)
  const ceiling = Math.max(policy.totalShare * history, terseTokens(state, policy))
  const free = Math.max(ceiling - state.digestTokens - tailTokens(state), policy.leastFreeShare * history)
  return Math.min(share * history, free)
}

/** Most tokens of one recall. Where the user pays a cached price, no more than the bill bears. */
export function tokenLimit({ state, policy }: Source): number {
  if (policy.objective !== 'cost') return policy.mostRecallTokens
  const sent = state.digestTokens + state.standingTokens + tailTokens(state)
  const shared = sharedTokens(state)
  const most = policy.costRecallShare * budgetedTokens(state)
  const borne = affordable(state, policy, { shared, kept: sent - shared }) - 2 * MESSAGE_FRAME_TOKENS
  return Math.min(policy.mostRecallTokens, most, borne)
}

/** Tokens that the folds have saved of the history; a recall may not cost more. */
export function savedTokens(state: FoldState): number {
  return state.historyTokens - state.digestTokens - state.standingTokens - tailTokens(state)
}
