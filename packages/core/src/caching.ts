/** How the provider caches the input of a conversation, as far as a request says: its bill follows from that. */
export interface Caching {
  /**
   * `automatic`: whatever was sent before is read at a discount. `asked`: what the client marks is. `none`: no input is
   * ever cheaper.
   */
  readonly kind: 'automatic' | 'asked' | 'none'
  /** Price of a token that is written to the cache, relative to a fresh one. */
  readonly write: number
  /** Tokens below which no request is cached; 0 where there is no such bound. */
  readonly leastTokens: number
}

/** Input has one price, whatever was sent before. */
export const NO_CACHING: Caching = { kind: 'none', write: 1, leastTokens: 0 }

export function isSameCaching(one: Caching, other: Caching): boolean {
  return one.kind === other.kind && one.write === other.write && one.leastTokens === other.leastTokens
}
