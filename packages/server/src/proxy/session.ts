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
  /** Why conversations of it are left alone, and which: see `disableCompression`. */
  leftAlone: string | null
  refusedTips: readonly string[]
  lastUsedAt: number
  /** Whether a request of it left rewritten since this process knows it. */
  wasRewritten: boolean
  /** Whether this process saw the fold move, and every request since left rewritten: nothing but a move loses reasoning then. */
  isUnbroken: boolean
  /** What was decided about the provider's cache, and the newest requests that receipts are awaited or known for. */
  cacheDecisions: readonly CacheDecision[]
  observations: readonly CacheObservation[]
  /** Of 0 to 1, by the hash of its id; below the share of the holdout it is held out. Found out where it is asked for. */
  draw: number | undefined
  /** Hash of the messages of the request before, where requests are compared. */
  lastHead: string | undefined
  /** How often it was saved, as far as this process knows, and as what; see `merge-session`. */
  version: number
  saved: SavedFacts
  /** Hash of the messages of the newest request that this process served. */
  servedHead: string | undefined
}

/** What of a session was stored when this process read or saved it last. */
export type SavedFacts = Pick<
  SessionRow,
  'requests' | 'originalTokens' | 'savedTokens' | 'leftAlone' | 'refusedTips' | 'cacheDecisions'
>

const NONE: readonly never[] = []

export const NOTHING_SAVED: SavedFacts = {
  requests: 0,
  originalTokens: 0,
  savedTokens: 0,
  leftAlone: null,
  refusedTips: NONE,
  cacheDecisions: NONE,
}

/** A session that nobody has heard of before. */
export function createSession(made: {
  accountId: string
  idHash: string
  generatedId: string | null
  now: number
}): Session {
  // Spelled out, and with lists that are shared while they are empty: there is one of these for every first request.
  return {
    accountId: made.accountId,
    idHash: made.idHash,
    generatedId: made.generatedId,
    turns: 0,
    requests: 0,
    originalTokens: 0,
    savedTokens: 0,
    leftAlone: null,
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
    leftAlone: session.leftAlone,
    refusedTips: session.refusedTips,
    lastUsedAt: session.lastUsedAt,
    cacheDecisions: session.cacheDecisions,
    version: session.version,
  }
}
