import type { FoldState } from '../state.ts'
import type { NewMessages } from '../window/window-state.ts'
import type { CostState } from './cost-state.ts'
import { justCached } from './price-models.ts'
import { directTokens, requestTokens } from './request-tokens.ts'

/** Takes the new messages of the request to come: with them a conversation may become long enough to be cached. */
export function takeNewest(state: FoldState, newest: NewMessages): void {
  state.newTokens = 0
  // Where both bills are long enough to be cached they decide nothing.
  const least = Math.min(directTokens(state), requestTokens(state))
  if (!state.priceModels.some(({ leastTokens }) => least < justCached(leastTokens))) return
  state.newTokens = newest.tokens
  state.newestAt = state.keys.length
  state.newestFor = newest.keys
}

/** Whether a state decided as it would have with the new messages `keys` behind a history of `end` messages. */
export function holdsForNewest(
  { newestAt, newestFor }: Pick<CostState, 'newestAt' | 'newestFor'>,
  { end, keys }: { readonly end: number; readonly keys: string },
): boolean {
  return newestAt !== end || newestFor === keys
}
