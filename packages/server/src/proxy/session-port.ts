import type { CacheDecision } from '../compression/compression-port.ts'

/** The stored part of a session. Hashes, decisions and counts, never text. */
export interface SessionRow {
  readonly accountId: string
  /** Hash of the session's id. */
  readonly idHash: string
  /** The id itself if this server generated it, so that it can be returned. A client's own id is not stored. */
  readonly generatedId: string | null
  readonly turns: number
  readonly requests: number
  readonly originalTokens: number
  readonly savedTokens: number
  /** The reason for disabled compression, such as a rewritten request that a provider refused, or null. */
  readonly disabledReason: string | null
  /** Starts of the prefix hashes of histories from which on compression is disabled. Empty: all conversations. */
  readonly refusedTips: readonly string[]
  readonly lastUsedAt: number
  /** Decisions about the provider's cache, one for each change. The sent bytes depend on them. */
  readonly cacheDecisions: readonly CacheDecision[]
  /** Version of the row when it was read. 0: not stored yet. */
  readonly version: number
}

/** A session as an operator sees it. */
export type ListedSession = SessionRow & { readonly accountName: string }

/** A session to be stored, and the tip of its newest request: the prefix hash of all its messages. */
export interface SavedSession {
  readonly row: SessionRow
  readonly tip: string
}

/** The outcome of saving a session. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  /** Another server has saved it since it was read. */
  | { readonly kind: 'conflict'; readonly stored: SessionRow }

/** A session that was found by one of its tips. */
export interface FoundByTip {
  readonly row: SessionRow
  readonly tip: string
  /** Number of tips that the session had after that one. */
  readonly laterTips: number
}

export interface SessionStore {
  find(accountId: string, idHash: string): Promise<SessionRow | undefined>
  /** Returns the first of these prefix hashes that is the tip of a known session of this account. */
  findByTip(accountId: string, tips: readonly string[]): Promise<FoundByTip | undefined>
  /**
   * Writes each row whose version is still the stored one, in this order, and adds its tip to the session's last 8. A
   * row that another server has saved meanwhile is not written. If the write fails, none is. Returns one outcome per row.
   */
  save(sessions: readonly SavedSession[]): Promise<readonly SaveOutcome[]>
  /** True if other servers read and write the same sessions. */
  readonly isShared: boolean
  /** Removes sessions that were not used since `before`, with all their data. Returns their number. */
  forget(before: number): Promise<number>
  /** Sessions of one account or of all, most recently used first. */
  list(filter: { accountName?: string | undefined; limit: number }): Promise<readonly ListedSession[]>
  /** Sessions with one of these hashes, or whose hash starts with `start`, of one account or of all. */
  findAny(wanted: {
    idHashes: readonly string[]
    start?: string | undefined
    accountName?: string | undefined
    limit: number
  }): Promise<readonly ListedSession[]>
}
