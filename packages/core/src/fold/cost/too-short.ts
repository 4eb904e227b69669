import type { Policy } from '../policy.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { systemPrefixTokens } from '../system-prefix.ts'
import { isFree } from './cost-state.ts'
import { justCached, type PriceModel } from './price-models.ts'
import { directTokens, growthOf } from './request-tokens.ts'

/**
 * True if a request of `tokens` is below the cacheable minimum, the unfolded request would be cached, and the folded one
 * therefore costs more.
 */
export function isTooShort(state: FoldState, { bill }: Policy, model: PriceModel, tokens: number): boolean {
  const { read, write, leastTokens } = model
  const isDirectCached = directTokens(state) + state.newTokens >= leastTokens
  return isDirectCached && isShort(model, tokens) && write * tokens > bill.short * read * directTokens(state)
}

/**
 * Estimates the extra cost of a request of `tokens` that stays folded, relative to cached reads of the whole
 * conversation. It is the sum over all turns until the request is long enough to be cached, or until those reads cost
 * as much. `share`: tokens by which the folded request grows, per token of the history's growth.
 */
export function costOfWaiting(state: FoldState, model: PriceModel, tokens: number, share: number): number {
  const { read, write, leastTokens } = model
  const growth = Math.max(1, growthOf(state))
  const dearer = write * tokens - read * directTokens(state)
  if (dearer <= 0) return 0
  const untilCached = Math.max(1, (justCached(leastTokens) - tokens) / (share * growth))
  const each = (write * share - read) * growth
  const turns = each < 0 ? Math.min(untilCached, dearer / -each) : untilCached
  return turns * dearer + (each * turns ** 2) / 2
}

/** True if a request of `tokens` is cached under every price model, or if nothing bounds the bill. */
export function isLongEnough(state: FoldState, tokens: number): boolean {
  if (isFree(state) || state.cache.isUncached) return true
  return !state.priceModels.some((model) => isShort(model, tokens))
}

function isShort({ leastTokens }: PriceModel, tokens: number): boolean {
  return tokens < justCached(leastTokens)
}

/**
 * Costs that the bill must have left after a request of `total` tokens, by price model. A request below the cacheable minimum
 * has to be unfolded when the whole conversation exceeds the minimum. Unfolding writes the whole conversation to the cache once,
 * possibly in the next request, whereas the direct request would read it.
 */
export function reserveOf(source: Source, total: number): readonly number[] {
  const { state, policy } = source
  const { priceModels, cache } = state
  if (isLongEnough(state, total)) return priceModels.map(() => 0)
  if (!canUnfoldLater(source)) return priceModels.map(() => Number.POSITIVE_INFINITY)
  const { stop, advance, coldAdvance } = policy.bill
  const direct = directTokens(state)
  const prefix = systemPrefixTokens(state)
  return priceModels.map(({ read, write, leastTokens }) => {
    const whole = direct + state.newTokens
    if (whole < leastTokens) return 0
    const kept = prefix >= leastTokens ? prefix : 0
    const cost = write * whole - (write - read) * kept - stop * read * whole - advance * write * state.newTokens
    // The larger advance of a cold cache is then no longer available.
    const gone = cache.isCold ? (coldAdvance - advance) * write * direct : 0
    return Math.max(0, cost) + gone
  })
}

/** Thinking is bound to the text before it, and must not change while tools work on it. */
function canUnfoldLater({ transcript, state }: Source): boolean {
  for (let i = state.systemEnd; i < state.keys.length; i++) if (transcript.hasThinking(i)) return false
  return true
}
