/**
 * What the server needs from outside, described by shape and owned here. Adapters implement these; only `deps` knows
 * which. All times are Unix milliseconds unless the name says otherwise.
 */

import type { KeyLimits, KeyMode } from './key-limits.ts'

export type Plan = 'free' | 'pro'

/** An upstream that a credential belongs to. */
export type Provider = 'openai' | 'anthropic'

/** Who is asking: the result of a good key. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
  readonly accountName: string
  readonly plan: Plan
  /** Requests a minute that this key may make. */
  readonly requestsPerMinute: number
  /** Null where there are none to check, as of most keys. */
  readonly limits: KeyLimits | null
  /** Null: the server's setting applies. */
  readonly mode: KeyMode | null
}

export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  /** Whole micro-cents (1 cent = 1,000,000), so that decimals of a cent stay exact. */
  readonly budgetMicroCents: number
  /** What was charged to it while it was on a plan that is billed; whole micro-cents. */
  readonly owedMicroCents: number
  readonly createdAt: number
}

/**
 * An account's own keys. `provider` is the name of an upstream; the default of an API has the name of its provider. What goes
 * in and out here is encrypted; only `money/credentials` sees the plain text.
 */
export interface CredentialStore {
  find(accountId: string, provider: string): Promise<string | undefined>
  /** `sealed` undefined removes it. */
  set(accountId: string, provider: string, sealed: string | undefined): Promise<void>
  /** All of them, sealed. */
  list(): Promise<readonly StoredCredential[]>
  /**
   * Replaces sealed credentials, all or none; those that have changed since they were read stay. Returns how many it
   * replaced. `to` undefined removes one.
   */
  replace(changes: readonly (StoredCredential & { readonly to: string | undefined })[]): Promise<number>
}

/** A credential as it is stored. */
export interface StoredCredential {
  readonly accountId: string
  readonly provider: string
  readonly sealed: string
}

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

/** What is kept of a session between restarts. Hashes, decisions and counts; never text. */
export interface SessionRow {
  readonly accountId: string
  /** Hash of the session's id. */
  readonly idHash: string
  /** The id itself only where we made it (so it can be given back); a client's own id is not stored. */
  readonly generatedId: string | null
  readonly turns: number
  readonly requests: number
  readonly originalTokens: number
  readonly savedTokens: number
  /** Why conversations of this session are left alone (a provider refused a rewritten request), or null. */
  readonly leftAlone: string | null
  /** Starts of the chain hashes from which on they are; none: all of them. */
  readonly refusedTips: readonly string[]
  readonly lastUsedAt: number
  /** What was known of the provider's cache, where that changed. Part of what determines the bytes that are sent. */
  readonly cacheDecisions: readonly CacheDecision[]
  /** How often it was saved when it was read; 0: not stored yet. */
  readonly version: number
}

/** A session as an operator sees it. */
export type ListedSession = SessionRow & { readonly accountName: string }

/** What the fold was told of the provider's cache from one request of a session on. */
export interface CacheDecision {
  /** Start of the chain hash of the request's history. */
  readonly tip: string
  /** A cache sign as a number. */
  readonly code: number
}

/** A session as it is to be stored, and the tip of its newest request: the chain hash over the request's messages. */
export interface SavedSession {
  readonly row: SessionRow
  readonly tip: string
}

/** What came of saving a session. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  /** Somebody else has saved it since it was read. */
  | { readonly kind: 'conflict'; readonly stored: SessionRow }

/** A session that one of its tips led to. */
export interface FoundByTip {
  readonly row: SessionRow
  readonly tip: string
  /** Tips that the session had after that one. */
  readonly laterTips: number
}

export interface SessionStore {
  find(accountId: string, idHash: string): Promise<SessionRow | undefined>
  /** Which of these chain hashes is the tip of a known session of this account: the first that is, in the order given. */
  findByTip(accountId: string, tips: readonly string[]): Promise<FoundByTip | undefined>
  /**
   * Writes each row whose version is still the stored one, and remembers its tip as one of its session's last 8, in this
   * order; nothing of a row that somebody else has saved meanwhile. None of them, when it fails. One outcome for each.
   */
  save(sessions: readonly SavedSession[]): Promise<readonly SaveOutcome[]>
  /** Whether other servers read and write the same sessions. */
  readonly isShared: boolean
  /** Forgets sessions not used since `before`, with all that belongs to them; returns how many. */
  forget(before: number): Promise<number>
  /** Sessions of one account or of all, those used last first. */
  list(filter: { accountName?: string | undefined; limit: number }): Promise<readonly ListedSession[]>
  /** Sessions with one of these hashes, or whose hash starts with `start`; of one account or of all. */
  findAny(wanted: {
    idHashes: readonly string[]
    start?: string | undefined
    accountName?: string | undefined
    limit: number
  }): Promise<readonly ListedSession[]>
}

/** The tag clouds of sessions, packed. A cloud goes when its session is forgotten. */
export interface CloudStore {
  find(accountId: string, idHash: string): Promise<Uint8Array | undefined>
  /** False, and nothing is kept, where the session itself is not stored. */
  save(accountId: string, idHash: string, cloud: Uint8Array): Promise<boolean>
  /** Forgets all of them; returns how many. */
  clear(): Promise<number>
}

/** The clouds as they are stored: sealed. */
export interface SealedCloudStore extends CloudStore {
  /** Up to `limit` of them, in a fixed order, behind the position `after`; 0 for the first. */
  page(after: number, limit: number): Promise<readonly StoredCloudRow[]>
  /** Like `replace` of credentials. */
  replace(changes: readonly (StoredCloudRow & { readonly to: Uint8Array | undefined })[]): Promise<number>
}

/** A cloud as it is stored. */
export interface StoredCloudRow {
  readonly position: number
  readonly accountId: string
  readonly idHash: string
  readonly sealed: Uint8Array
}

/** Corrections of token estimates learned from receipts, by model. */
export interface CalibrationStore {
  load(): Promise<readonly { readonly model: string; readonly factor: number; readonly samples: number }[]>
  save(row: { readonly model: string; readonly factor: number; readonly samples: number }): Promise<void>
}

/** One window of the rate limit as the caller is told of it (spec 2.4). */
export interface RateWindow {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetAtSeconds: number
  readonly isExceeded: boolean
}

/** Whose minute a request counts in: the key's, or without a valid one the address's. */
export interface RateSubject {
  readonly kind: 'key' | 'address'
  readonly id: string
  /** Requests a minute. */
  readonly limit: number
}

/** Counts keys and addresses apart: requests without a key take nothing from those with one. */
export interface RateLimiter {
  /** Takes one slot of the subject's current minute. */
  take(subject: RateSubject): Promise<RateWindow>
  /** The window as it stands, taking nothing. */
  peek(subject: RateSubject): Promise<RateWindow>
  /** Absent where one process counts alone. */
  readonly state?: RateLimiterState
  close?(): Promise<void>
}

/** How processes that count together get on. */
export interface RateLimiterState {
  /** False while this process limits by its share, since the others cannot be heard. */
  readonly isShared: boolean
  /** Processes that count together, as heard last. */
  readonly nodes: number
  /** Requests that were limited by the share of this process, since the start. */
  readonly alone: number
}

export interface Clock {
  now(): number
}

/** Structured lines for the operator. Fields hold ids, counts and codes; never headers, bodies or keys. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
