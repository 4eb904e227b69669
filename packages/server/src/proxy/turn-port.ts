/** What the provider billed for one request, and what the same request would have cost without the service. */
export interface TurnBill {
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  /** Price of the input, in millionths of a dollar; null where the model has no known price. */
  readonly microDollars: number | null
  /** Input tokens that the provider would have read from its cache had the original been sent; an estimate. */
  readonly directCachedTokens: number
  /** Price of the original input with the provider's cache, in millionths of a dollar; an estimate. Null as above. */
  readonly directMicroDollars: number | null
}

/** One request of a session, as counted: no text of it. */
export interface TurnEntry {
  readonly accountId: string
  readonly idHash: string
  /** When its answer was over. */
  readonly at: number
  readonly turn: number
  readonly model: string
  /** Of the provider's answer. */
  readonly status: number
  /** As in `X-Service-Compression`. */
  readonly outcome: string
  readonly originalTokens: number
  readonly optimizedTokens: number
  readonly overheadMicroseconds: number
  /** Null where the answer said nothing of usage. */
  readonly bill: TurnBill | null
}

/** Requests and bills added up. */
export interface TurnSums {
  readonly requests: number
  readonly originalTokens: number
  readonly optimizedTokens: number
  /** The following only over requests with a bill. */
  readonly billedRequests: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly directInputTokens: number
  readonly directCachedTokens: number
  /** Over requests with a bill whose model has a known price. */
  readonly pricedRequests: number
  readonly microDollars: number
  readonly directMicroDollars: number
}

/** What the newest requests add up to. */
export interface Activity {
  /** Time of the oldest request that was looked at; undefined: there is none. */
  readonly since: number | undefined
  /** By UTC day `YYYY-MM-DD`, oldest first. */
  readonly days: readonly (TurnSums & { readonly day: string })[]
  /** By turn of the conversation. */
  readonly turns: readonly (TurnSums & { readonly turn: number })[]
  /** By what happened to the request, the most frequent first. */
  readonly outcomes: readonly (TurnSums & { readonly outcome: string })[]
  /** By status of the provider's answer. */
  readonly statuses: readonly { readonly status: number; readonly requests: number }[]
  /** Undefined: there are no requests. */
  readonly overhead: { readonly p50: number; readonly p95: number; readonly p99: number } | undefined
}

/** A session by the hash of its id, in which its account has a part: two accounts never share one. */
export interface SessionOfAccount {
  readonly accountId: string
  readonly idHash: string
}

/** The requests of sessions, kept for a time of their own. */
export interface TurnStore {
  add(entries: readonly TurnEntry[]): Promise<void>
  /** The newest of one session, oldest first. */
  list(accountId: string, idHash: string, limit: number): Promise<readonly TurnEntry[]>
  /** Adds up the newest `most` requests, of one account or of all. */
  sum(filter: { readonly accountId?: string | undefined; readonly most: number }): Promise<Activity>
  /** Adds up the requests of some sessions of an account whose answers were over at `since` or later. */
  sumOf(accountId: string, filter: { readonly idHashes: readonly string[]; readonly since: number }): Promise<TurnSums>
  /** Adds up the requests of each of some sessions, by the hashes of their ids; a session without any is left out. */
  sumEach(sessions: readonly SessionOfAccount[]): Promise<ReadonlyMap<string, TurnSums>>
  /** Forgets requests before `before`; returns how many. */
  forget(before: number): Promise<number>
}
