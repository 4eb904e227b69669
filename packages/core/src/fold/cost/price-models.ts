import type { Caching } from '../../caching.ts'

/** How a provider prices input: tokens it had before, tokens that are new, and from how many its cache works at all. */
export interface PriceModel {
  /** Relative to the list price of a fresh token. */
  readonly read: number
  readonly write: number
  readonly leastTokens: number
  /** Cache hits are counted in whole steps of this number of tokens. */
  readonly step: number
  /** The bound holds under it as well, but whether a fold is worth its price is not asked of it. */
  readonly isUnlikely?: boolean
}

/**
 * Where the discount is not known: the largest of any model. A bill is linear in the prices, and at a smaller discount what
 * is left out is only worth more, so a bound that holds at this price holds at every higher one.
 */
const LOWEST_READ = 0.1
const AUTOMATIC_STEP = 128

/**
 * A provider counts other tokens than we do, and more of them where tools are called: its cache may work from this share of
 * its least size on.
 */
const COUNTED_MORE = 0.9

/**
 * What input may cost under `caching`; whatever is bounded is bounded under each. Where caching has to be asked for, some
 * gateways have no least size.
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

/** Price of a request of `total` tokens whose first `shared` are those of the request before it. */
export function priceOf({ read, write, leastTokens, step }: PriceModel, shared: number, total: number): number {
  const hit = shared >= leastTokens ? Math.floor(Math.min(shared, total) / step) * step : 0
  return read * hit + write * (total - hit)
}

/** Tokens that keep a request above the least size whatever its model counts beside them. */
export function justCached(leastTokens: number): number {
  return 1.015 * leastTokens
}
