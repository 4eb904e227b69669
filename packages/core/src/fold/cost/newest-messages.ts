import type { FoldState } from '../state.ts'
import type { NewMessages } from '../window/window-state.ts'
import type { CostState } from './cost-state.ts'
import { justCached } from './price-models.ts'
import { directTokens, requestTokens } from './request-tokens.ts'

/** Records the new messages of the next request: they may make a conversation long enough to be cached. */
export function takeNewest(state: FoldState, newest: NewMessages): void {
  state.newTokens = 0
  // New messages decide nothing if the folded and the unfolded request are long enough to be cached without them.
  const least = Math.min(directTokens(state), requestTokens(state))
  if (!state.priceModels.some(({ leastTokens }) => least < justCached(leastTokens))) return
  state.newTokens = newest.tokens
  state.newestAt = state.keys.length
  state.newestFor = newest.keys
}

/** True if the decisions of a state also hold for the new messages `keys` after a history of `end` messages. */
export function holdsForNewest(
  { newestAt, newestFor }: Pick<CostState, 'newestAt' | 'newestFor'>,
  { end, keys }: { readonly end: number; readonly keys: string },
): boolean {
  return newestAt !== end || newestFor === keys
}
