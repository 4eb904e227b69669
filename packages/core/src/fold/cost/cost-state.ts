import { type Bill, createBills } from './bill-memory.ts'
import { type CacheSign, signAt, signsKey } from './cache-sign.ts'

/** What the history has cost, and what is known of the provider's cache. */
export interface CostState {
  /** By price model. */
  readonly bills: Bill[]
  /** What is known of the cache for the request to come, and all signs that were heeded so far. */
  cache: CacheSign
  cacheKey: string
  /** Length of the history when digests were changed last. */
  foldedAt: number
}

export function createCostState(): CostState {
  return { bills: createBills(), cache: signAt([], 0), cacheKey: '', foldedAt: -1 }
}

/** Takes the sign for the request that comes after `at` messages. */
export function heed(state: CostState, signs: readonly CacheSign[], at: number): void {
  state.cache = signAt(signs, at)
  state.cacheKey = signsKey(signs, at)
}
