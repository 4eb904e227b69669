import type { Caching } from '../../caching.ts'

/** Prices of a provider's input: cached tokens, new tokens, and the smallest request that its cache accepts. */
export interface PriceModel {
  /** Prices relative to the list price of a fresh token. */
  readonly read: number
  readonly write: number
  readonly leastTokens: number
  /** Cache hits are counted in whole steps of this number of tokens. */
  readonly step: number
  /** The bill must stay within its bound under this model as well, but a fold need not pay off under it. */
  readonly isUnlikely?: boolean
}

/**
 * Read price if the discount is unknown: the lowest of any model. A bill is linear in the prices, and with a smaller discount
 * the omitted tokens are worth more, so a bound that holds at this price holds at every higher one.
 */
export const LOWEST_READ = 0.1
const AUTOMATIC_STEP = 128

/**
 * Providers count other tokens than we do, and more of them with tool calls: a cache may accept requests from this share of its
 * cacheable minimum on.
 */
const COUNTED_MORE = 0.9

/**
 * The possible prices of input under `caching`. A bound has to hold under each of them. If caching has to be requested, some
 * gateways have no cacheable minimum.
 */
export function priceModelsOf(caching: Caching): readonly PriceModel[] {
  const { kind, read = LOWEST_READ, write, leastTokens, step } = caching
  switch (kind) {
    case 'automatic':
      return modelsOf([leastTokens], { read, write, step: step ?? AUTOMATIC_STEP })
    case 'asked':
    case 'unasked':
      return modelsOf([0, leastTokens], { read, write, step: step ?? 1 })
    case 'none':
      return []
    default:
      return kind satisfies never
  }
}

function modelsOf(sizes: readonly number[], prices: Omit<PriceModel, 'leastTokens'>): readonly PriceModel[] {
  const counted = COUNTED_MORE * sizes.at(-1)!
  return [
    ...sizes.map((leastTokens) => ({ ...prices, leastTokens })),
    { ...prices, leastTokens: counted, isUnlikely: true },
  ]
}

/** Price of a request of `total` tokens whose first `shared` tokens equal those of the previous request. */
export function priceOf({ read, write, leastTokens, step }: PriceModel, shared: number, total: number): number {
  const hit = shared >= leastTokens ? Math.floor(Math.min(shared, total) / step) * step : 0
  return read * hit + write * (total - hit)
}

/** Least tokens, as counted here, that exceed the cacheable minimum even if the provider counts slightly fewer. */
export function justCached(leastTokens: number): number {
  return 1.015 * leastTokens
}
