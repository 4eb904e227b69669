/** What the input of requests cost, as far as answers said what was billed. */
export interface MoneySums {
  /** Requests whose answer said what was billed, and those of them whose model has a known price. */
  readonly billedRequests: number
  readonly pricedRequests: number
  /** Over the latter, in millionths of a dollar: the price of the input, and an estimate of it without this service. */
  readonly inputMicroDollars: number
  readonly directMicroDollars: number
}

/** One proxied request, as counted. */
export interface UsageEntry extends MoneySums {
  readonly keyId: string
  readonly accountId: string
  /** UTC day, `YYYY-MM-DD`. */
  readonly day: string
  /** Or a name of `usage-kinds`, where the request has no model. */
  readonly model: string
  readonly requests: number
  /** Requests that left rewritten. */
  readonly folded: number
  /** Answers with a status of 400 or more, or none at all. */
  readonly failed: number
  /** Input tokens before and after, of requests that did not fail. */
  readonly originalTokens: number
  readonly optimizedTokens: number
  /** From the provider's own usage, 0 where it said none. */
  readonly billedInputTokens: number
  readonly billedCachedTokens: number
  readonly outputTokens: number
  /** What the provider charges for it by the table of prices, in whole micro-cents. */
  readonly billMicroCents: number
  /** Requests that observe mode would have rewritten, and what that would have saved; nothing of it was saved. */
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

export interface UsageStore {
  /**
   * Adds to the row of each entry's key, day and model; all or nothing, durable against a killed process on return. A store
   * that may fail after it has written adds a batch of one name once, however often it is asked.
   */
  add(entries: readonly UsageEntry[], batch?: string): Promise<void>
  /** Rows of days from `fromDay` on, newest first, with the account's name. */
  list(filter: {
    fromDay?: string
    accountName?: string
  }): Promise<readonly (UsageEntry & { readonly accountName: string })[]>
  /** Sums over all keys and models of one account, of days from `fromDay` on where it is given; zeros of nothing. */
  sum(accountId: string, fromDay?: string): Promise<UsageSums>
  /** Forgets days before `day`; returns how many rows. */
  forget(day: string): Promise<number>
  /** The provider's bill of each key that has one, over days from `fromDay` on; of one key or of all. */
  bills(fromDay: string, keyId?: string): Promise<ReadonlyMap<string, number>>
}
