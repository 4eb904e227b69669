import type { CacheDecision } from '../compression/compression-port.ts'

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
