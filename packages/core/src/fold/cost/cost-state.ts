import { type Caching, NO_CACHING } from '../../caching.ts'
import { type CacheSign, signAt, signsKey } from './cache-sign.ts'
import { type PriceModel, priceModelsOf } from './price-models.ts'

/** What one history has cost so far under one price model, in fresh tokens: as it was sent, and had it been left alone. */
export interface Bill {
  /** Of all requests but the newest: whether that one was read from the cache is said by its receipt, which comes later. */
  ours: number
  none: number
  readonly newest: { readonly read: Costs; readonly missed: Costs }
  /** Tokens of the newest request of each. */
  oursSent: number
  noneSent: number
}

/** A price with folding and without. */
export interface Costs {
  readonly ours: number
  readonly none: number
}

/** Tokens that two requests share at their start: as they are sent, all where undefined, and as the client sends them. */
export interface SharedTokens {
  readonly ours: number | undefined
  readonly none: number
}

const NOTHING: Costs = { ours: 0, none: 0 }

/** The bills of the history so far, and the known state of the provider's cache. */
export class CostState {
  /** What all of it was decided for; another one starts anew. */
  readonly caching: Caching
  readonly priceModels: readonly PriceModel[]
  /** By price model. */
  readonly bills: Bill[]
  /** What is known of the cache for the request to come, and all signs that were heeded so far. */
  cache = signAt([], 0)
  cacheKey = ''
  /** Length of the history when digests were changed last, and tokens before the place where they were. */
  foldedAt = -1
  foldShared = 0
  /** Where the client has edited its history since the request before: tokens at the start that both requests share. */
  edit: SharedTokens | undefined
  /** Tokens of the new messages of the request to come. */
  newTokens = 0
  /** Length of the history at which a decision depended on the new messages last, and their keys. */
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

/** Takes the sign for the request that comes after `at` messages. */
export function heed(state: CostState, signs: readonly CacheSign[], at: number): void {
  const sign = signAt(signs, at)
  // What nobody asked to be cached was paid in full, unless receipts say otherwise.
  state.cache = state.caching.kind === 'unasked' && !sign.isCached ? { ...sign, ...UNCACHED } : sign
  state.cacheKey = signsKey(signs, at)
}

const UNCACHED = { isCold: true, wasMissed: true, isUncached: true }

/** Whether nothing bounds the bill: no input is cheaper, or nothing is asked to be cached and no receipt shows that it is. */
export function isFree({ caching, cache }: Pick<CostState, 'caching' | 'cache'>): boolean {
  return caching.kind === 'none' || (caching.kind === 'unasked' && !cache.isCached)
}
