/** How a provider prices input: tokens it had before, tokens that are new, and from how many its cache works at all. */
export interface PriceModel {
  /** Relative to the list price of a fresh token. */
  readonly read: number
  readonly write: number
  readonly leastCached: number
  /** Holds only while what is written is asked to stay for long. */
  readonly isLong: boolean
}

/**
 * Caches that write for nothing and caches that are paid for, from the first token and from the usual least size on. A bill
 * is linear in the prices, so what holds at these corners holds between them; and at a smaller discount what is left out
 * is only worth more.
 */
export const PRICE_MODELS: readonly PriceModel[] = [
  { read: 0.1, write: 1, leastCached: 0, isLong: false },
  { read: 0.1, write: 1, leastCached: 1024, isLong: false },
  { read: 0.1, write: 1.25, leastCached: 0, isLong: false },
  { read: 0.1, write: 1.25, leastCached: 1024, isLong: false },
  { read: 0.1, write: 2, leastCached: 0, isLong: true },
  { read: 0.1, write: 2, leastCached: 1024, isLong: true },
]

/** Price of a request of `total` tokens whose first `shared` are those of the request before it. */
export function priceOf(model: PriceModel, shared: number, total: number): number {
  // Caches that work by themselves go by blocks of 128.
  const block = model.leastCached > 0 ? 128 : 1
  const hit = shared >= model.leastCached ? Math.floor(Math.min(shared, total) / block) * block : 0
  return model.read * hit + model.write * (total - hit)
}

/** The least size from which every cache works. */
const LEAST_CACHED = Math.max(...PRICE_MODELS.map((model) => model.leastCached))
/** Tokens that keep a request above that whatever its model counts, and such that do so where counting is exact. */
export const LEAST_CACHED_TOKENS = 1.08 * LEAST_CACHED
export const JUST_CACHED_TOKENS = 1.015 * LEAST_CACHED
