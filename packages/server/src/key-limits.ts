/** The window that a spending limit counts in: a calendar day or month in UTC. */
export type SpendingPeriod = 'day' | 'month'

/** How much of the provider's bill a key may cause. */
export interface SpendingLimit {
  /** Whole micro-cents. */
  readonly microCents: number
  readonly period: SpendingPeriod
}

/** What a key may do, beside how often. */
export interface KeyLimits {
  /** Null: never. */
  readonly expiresAt: number | null
  readonly isBlocked: boolean
  /** Patterns of model names, in which `*` stands for any text; none: every model. */
  readonly models: readonly string[]
  readonly spending: SpendingLimit | null
  /** Whether requests whose price is unknown are let through in spite of a spending limit; they count as nothing. */
  readonly allowsUnpriced: boolean
}

/** Of a key that may do everything. */
export const NO_LIMITS: KeyLimits = {
  expiresAt: null,
  isBlocked: false,
  models: [],
  spending: null,
  allowsUnpriced: false,
}

/** What is done with the conversations of a key: folded, or only computed and sent unchanged. */
export type KeyMode = 'fold' | 'observe'

/** What an operator changes of a key; what is absent stays. */
export type KeyChanges = Partial<KeyLimits> & {
  readonly requestsPerMinute?: number | null
  /** Null: as the server's setting says. */
  readonly mode?: KeyMode | null
  readonly tags?: readonly string[]
}
