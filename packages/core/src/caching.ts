/** How the provider caches the input of a conversation, according to the request. It determines the bill. */
export interface Caching {
  /**
   * - `automatic`: earlier input is read at a discount.
   * - `asked`: input that the client marks is cached.
   * - `unasked`: the client marks nothing, so nothing is cached unless receipts show otherwise.
   * - `none`: no input is ever cheaper.
   */
  readonly kind: 'automatic' | 'asked' | 'unasked' | 'none'
  /** Price of a token that is read from the cache, relative to a fresh one. Absent: the lowest of any model. */
  readonly read?: number
  /** Price of a token that is written to the cache, relative to a fresh one. */
  readonly write: number
  /** Tokens below which no request is cached. 0 without such a minimum. */
  readonly leastTokens: number
  /** Tokens per step of cached input. Default: 128 with automatic caching, else 1. */
  readonly step?: number
}

/** All input has one price. */
export const NO_CACHING: Caching = { kind: 'none', write: 1, leastTokens: 0 }

export function isSameCaching(one: Caching, other: Caching): boolean {
  return (
    one.kind === other.kind &&
    one.read === other.read &&
    one.write === other.write &&
    one.leastTokens === other.leastTokens &&
    one.step === other.step
  )
}
