/** The provider's bill for one request, and the estimated bill of the same request without the service. */
export interface TurnBill {
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  /** Price of the input in millionths of a dollar. Null if the model has no known price. */
  readonly microDollars: number | null
  /** Estimated input tokens that the provider would have read from its cache if the original had been sent. */
  readonly directCachedTokens: number
  /** Estimated price of the original input with the provider's cache, in millionths of a dollar. Null as above. */
  readonly directMicroDollars: number | null
}

/** The counts of one request of a session, without its text. */
export interface TurnEntry {
  readonly accountId: string
  readonly idHash: string
  /** Time of the end of its response. */
  readonly at: number
  readonly turn: number
  readonly model: string
  /** Status of the provider's response. */
  readonly status: number
  /** The outcome, as in `X-Service-Compression`. */
  readonly outcome: string
  /** True if the fold moved for this request: its history was sent differently than before. */
  readonly hasMoved: boolean
  readonly originalTokens: number
  readonly optimizedTokens: number
  readonly overheadMicroseconds: number
  /** Null if the response reported no usage. */
  readonly bill: TurnBill | null
}

/** Sums over requests and their bills. */
export interface TurnSums {
  readonly requests: number
  /** A failed request adds no tokens: it saved nothing. */
  readonly originalTokens: number
  readonly optimizedTokens: number
  /** The following sums contain only requests with a bill. */
  readonly billedRequests: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly directInputTokens: number
  readonly directCachedTokens: number
  /** The following sums contain only billed requests whose model has a known price. */
  readonly pricedRequests: number
  readonly microDollars: number
  readonly directMicroDollars: number
}

/** Sums over the newest requests. */
export interface Activity {
  /** Time of the oldest request in the sums. Undefined without requests. */
  readonly since: number | undefined
  /** Sums by UTC day `YYYY-MM-DD`, oldest first. */
  readonly days: readonly (TurnSums & { readonly day: string })[]
  /** Sums by turn of the conversation. */
  readonly turns: readonly (TurnSums & { readonly turn: number })[]
  /** Sums by outcome of compression, most frequent first. */
  readonly outcomes: readonly (TurnSums & { readonly outcome: string })[]
  /** Requests by status of the provider's response. */
  readonly statuses: readonly { readonly status: number; readonly requests: number }[]
  /** Quantiles of the overhead in milliseconds. Undefined without requests. */
  readonly overhead: { readonly p50: number; readonly p95: number; readonly p99: number } | undefined
}

/** A session of an account, by the hash of its id. Two accounts never share a session. */
export interface SessionOfAccount {
  readonly accountId: string
  readonly idHash: string
}

/** The requests of sessions, which are kept for a limited time. */
export interface TurnStore {
  add(entries: readonly TurnEntry[]): Promise<void>
  /** The newest requests of one session, oldest first. */
  list(accountId: string, idHash: string, limit: number): Promise<readonly TurnEntry[]>
  /** Sums over the newest `most` requests, of one account or of all. */
  sum(filter: { readonly accountId?: string | undefined; readonly most: number }): Promise<Activity>
  /** Sums over the requests of some sessions of an account whose responses ended at `since` or later. */
  sumOf(accountId: string, filter: { readonly idHashes: readonly string[]; readonly since: number }): Promise<TurnSums>
  /** Sums for each of some sessions, by the hashes of their ids. A session without requests is omitted. */
  sumEach(sessions: readonly SessionOfAccount[]): Promise<ReadonlyMap<string, TurnSums>>
  /** Removes requests before `before`. Returns their number. */
  forget(before: number): Promise<number>
}
