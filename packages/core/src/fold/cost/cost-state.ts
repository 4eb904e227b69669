import { type Caching, NO_CACHING } from '../../caching.ts'
import { type CacheSign, signAt, signsKey } from './cache-sign.ts'
import { type PriceModel, priceModelsOf } from './price-models.ts'

/** Costs of one history under one price model, in fresh tokens: `ours` as it was sent, `none` without folds. */
export interface Bill {
  /** Costs of all requests but the newest one. Its receipt, which comes later, shows whether it was read from the cache. */
  ours: number
  none: number
  readonly newest: { readonly read: Costs; readonly missed: Costs }
  /** Tokens of the newest request, folded and unfolded. */
  oursSent: number
  noneSent: number
}

/** A price with folding and without. */
export interface Costs {
  readonly ours: number
  readonly none: number
}

/** Tokens that two requests share at their start: as sent (undefined: all), and as received from the client. */
export interface SharedTokens {
  readonly ours: number | undefined
  readonly none: number
}

const NOTHING: Costs = { ours: 0, none: 0 }

/** The bills of the history so far, and the known state of the provider's cache. */
export class CostState {
  /** The caching for which all decisions were made. Another caching needs a new state. */
  readonly caching: Caching
  readonly priceModels: readonly PriceModel[]
  /** One bill for each price model. */
  readonly bills: Bill[]
  /** The known state of the cache for the next request, and the key of all signs that were applied so far. */
  cache = signAt([], 0)
  cacheKey = ''
  /** Length of the history at the last change of digests, and tokens before the changed position. */
  foldedAt = -1
  foldShared = 0
  /** The client's edits of its history since the previous request: tokens at the start that both requests share. */
  edit: SharedTokens | undefined
  /** Tokens of the new messages of the next request. */
  newTokens = 0
  /** Length of the history at the last decision that depended on the new messages, and their keys. */
  newestAt = -1
  newestFor = ''

  constructor(caching: Caching = NO_CACHING) {
    this.caching = caching
    this.priceModels = priceModelsOf(caching)
    this.bills = this.priceModels.map(() => ({
      ours: 0,
      none: 0,
      newest: { read: NOTHING, missed: NOTHING },
      oursSent: 0,
      noneSent: 0,
    }))
  }
}

/** Applies the sign for the request that comes after `at` messages. */
export function applyCacheSigns(state: CostState, signs: readonly CacheSign[], at: number): void {
  const sign = signAt(signs, at)
  // Input that no one asked to cache was paid in full, unless receipts show otherwise.
  state.cache = state.caching.kind === 'unasked' && !sign.isCached ? { ...sign, ...UNCACHED } : sign
  state.cacheKey = signsKey(signs, at)
}

const UNCACHED = { isCold: true, wasMissed: true, isUncached: true }

/** True if nothing bounds the bill: no input is cheaper, or caching was not requested and no receipt shows that it happens. */
export function isFree({ caching, cache }: Pick<CostState, 'caching' | 'cache'>): boolean {
  return caching.kind === 'none' || (caching.kind === 'unasked' && !cache.isCached)
}
