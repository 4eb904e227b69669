import type { DayRange } from './spending-window.ts'

/** The input bill of requests whose responses report usage. */
export interface MoneySums {
  /** Requests whose response reports usage, and those of them whose model has a known price. */
  readonly billedRequests: number
  readonly pricedRequests: number
  /** Over priced requests, in millionths of a dollar: the input bill, and its estimate without this service. */
  readonly inputMicroDollars: number
  readonly directMicroDollars: number
}

/** One proxied request, as counted. */
export interface UsageEntry extends MoneySums {
  readonly keyId: string
  readonly accountId: string
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string
  /** A name of `usage-kinds` if the request has no model. */
  readonly model: string
  readonly requests: number
  /** Requests that were sent rewritten. */
  readonly folded: number
  /** Requests with a status of 400 or more, or without a response. */
  readonly failed: number
  /** Input tokens before and after, of requests that did not fail. */
  readonly originalTokens: number
  readonly optimizedTokens: number
  /** Input tokens in the provider's usage; 0 without one. */
  readonly billedInputTokens: number
  readonly billedCachedTokens: number
  readonly outputTokens: number
  /** The provider's bill by the price table, in whole micro-cents. */
  readonly billMicroCents: number
  /** Requests that observe mode would have rewritten, and the tokens that this would have saved. */
  readonly observed: number
  readonly observedSavedTokens: number
  /** Requests of held-out sessions. */
  readonly heldOut: number
}

/** Requests and tokens added up. */
export interface UsageSums extends MoneySums {
  readonly requests: number
  readonly originalTokens: number
  readonly optimizedTokens: number
}

/** Usage by key, UTC day and model. */
export interface UsageStore {
  /**
   * Adds each entry to the row of its key, day and model, in one transaction that survives a killed process. In a store
   * whose commit may fail with an unknown outcome, a repeated call with the same `batch` name adds nothing.
   */
  add(entries: readonly UsageEntry[], batch?: string): Promise<void>
  /** Rows from `fromDay` on, newest first, with the account's name. */
  list(filter: {
    fromDay?: string
    accountName?: string
  }): Promise<readonly (UsageEntry & { readonly accountName: string })[]>
  /** Sums over all keys and models of an account, from `fromDay` on if given; zeros without rows. */
  sum(accountId: string, fromDay?: string): Promise<UsageSums>
  /** Deletes the rows of days before `day` and returns their number. */
  forget(day: string): Promise<number>
  /** The provider's bill in micro-cents by key id, within a range of days; of these keys or of all. */
  bills(days: DayRange, keyIds?: readonly string[]): Promise<ReadonlyMap<string, number>>
}
