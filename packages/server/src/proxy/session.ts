import type { CacheDecision } from '../compression/compression-port.ts'
import type { CacheObservation } from './cache-observation.ts'
import type { SessionRow } from './session-port.ts'

/** A session in memory. */
export interface Session {
  readonly accountId: string
  readonly idHash: string
  readonly generatedId: string | null
  turns: number
  requests: number
  originalTokens: number
  savedTokens: number
  /** The reason for disabled compression, and the conversations that it applies to. See `disableCompression`. */
  disabledReason: string | null
  refusedTips: readonly string[]
  lastUsedAt: number
  /** True if this process knows of a rewritten request of this session. */
  wasRewritten: boolean
  /**
   * True if this process saw the fold move and has rewritten every request since. Then only a new move can lose reasoning.
   */
  isUnbroken: boolean
  /** Decisions about the provider's cache, and the newest requests with a known or expected receipt. */
  cacheDecisions: readonly CacheDecision[]
  observations: readonly CacheObservation[]
  /**
   * The hash of account and id as a number from 0 to 1, computed on first use. A session below the holdout's share is held
   * out unless it was folded before.
   */
  draw: number | undefined
  /** Hash of the messages of the previous request, if requests are compared. */
  lastHead: string | undefined
  /** The stored version and content, as far as this process knows. See `merge-session`. */
  version: number
  saved: SavedFacts
  /** Hash of the messages of the newest request that this process served. */
  servedHead: string | undefined
}

/** The stored part of a session when this process last read or saved it. */
export type SavedFacts = Pick<
  SessionRow,
  'requests' | 'originalTokens' | 'savedTokens' | 'disabledReason' | 'refusedTips' | 'cacheDecisions'
>

const NONE: readonly never[] = []

export const NOTHING_SAVED: SavedFacts = {
  requests: 0,
  originalTokens: 0,
  savedTokens: 0,
  disabledReason: null,
  refusedTips: NONE,
  cacheDecisions: NONE,
}

/** Creates a session that is not known yet. */
export function createSession(made: {
  accountId: string
  idHash: string
  generatedId: string | null
  now: number
}): Session {
  // All fields are written out, and empty lists are shared, because every first request creates one of these.
  return {
    accountId: made.accountId,
    idHash: made.idHash,
    generatedId: made.generatedId,
    turns: 0,
    requests: 0,
    originalTokens: 0,
    savedTokens: 0,
    disabledReason: null,
    refusedTips: NONE,
    lastUsedAt: made.now,
    wasRewritten: false,
    isUnbroken: false,
    cacheDecisions: NONE,
    observations: NONE,
    draw: undefined,
    lastHead: undefined,
    version: 0,
    saved: NOTHING_SAVED,
    servedHead: undefined,
  }
}

export function sessionFromRow(row: SessionRow): Session {
  const { savedTokens } = row
  return {
    ...row,
    wasRewritten: savedTokens > 0,
    isUnbroken: false,
    observations: [],
    draw: undefined,
    lastHead: undefined,
    saved: row,
    servedHead: undefined,
  }
}

export function sessionToRow(session: Session): SessionRow {
  return {
    accountId: session.accountId,
    idHash: session.idHash,
    generatedId: session.generatedId,
    turns: session.turns,
    requests: session.requests,
    originalTokens: session.originalTokens,
    savedTokens: session.savedTokens,
    disabledReason: session.disabledReason,
    refusedTips: session.refusedTips,
    lastUsedAt: session.lastUsedAt,
    cacheDecisions: session.cacheDecisions,
    version: session.version,
  }
}
