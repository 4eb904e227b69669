/** The period of a spending limit: a calendar day or month in UTC. */
export type SpendingPeriod = 'day' | 'month'

/** A limit on the provider's bill of a key in a period. */
export interface SpendingLimit {
  /** Whole micro-cents. */
  readonly microCents: number
  readonly period: SpendingPeriod
}

/** The limits of a key besides its rate limit. */
export interface KeyLimits {
  /** Unix milliseconds; null: never. */
  readonly expiresAt: number | null
  readonly isBlocked: boolean
  /** Patterns of allowed model names, in which `*` matches any text; empty: every model. */
  readonly models: readonly string[]
  readonly spending: SpendingLimit | null
  /** True if requests of unknown price are allowed in spite of a spending limit. They count as 0. */
  readonly allowsUnpriced: boolean
}

/** A key without limits. */
export const NO_LIMITS: KeyLimits = {
  expiresAt: null,
  isBlocked: false,
  models: [],
  spending: null,
  allowsUnpriced: false,
}

/** `fold`: conversations of a key are folded. `observe`: they are measured and sent unchanged. */
export type KeyMode = 'fold' | 'observe'

/** Changes of a key. Absent fields stay unchanged. */
export type KeyChanges = Partial<KeyLimits> & {
  readonly requestsPerMinute?: number | null
  /** Null: the server's setting applies. */
  readonly mode?: KeyMode | null
  readonly tags?: readonly string[]
}
