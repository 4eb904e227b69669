/** How the provider caches the input of a conversation, as far as a request says: its bill follows from that. */
export interface Caching {
  /**
   * `automatic`: whatever was sent before is read at a discount. `asked`: what the client marks is. `unasked`: the client
   * marks nothing, so nothing is cached unless receipts show that it is. `none`: no input is ever cheaper.
   */
  readonly kind: 'automatic' | 'asked' | 'unasked' | 'none'
  /** Price of a token that is read from the cache, relative to a fresh one. Absent: the lowest of any model. */
  readonly read?: number
  /** Price of a token that is written to the cache, relative to a fresh one. */
  readonly write: number
  /** Tokens below which no request is cached; 0 where there is no such bound. */
  readonly leastTokens: number
  /** Tokens of a step in which cached input is read. Absent: 128 with automatic caching, else 1. */
  readonly step?: number
}

/** Input has one price, whatever was sent before. */
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
