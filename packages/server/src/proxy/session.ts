import type { FoldState } from '@pleat/core'
import type { CacheDecision, SessionRow } from '../ports.ts'
import type { CacheLine } from './cache-line.ts'

/** One line of messages under a session's id: what the fold remembers of it, and the chain hash of what it remembers. */
export interface History {
  readonly tip: string
  readonly state: FoldState
}

/** A session in memory. Its histories are a cache: losing one costs time and changes no byte. */
export interface Session {
  readonly accountId: string
  readonly idHash: string
  readonly generatedId: string | null
  turns: number
  requests: number
  originalTokens: number
  savedTokens: number
  leftAlone: string | null
  lastUsedAt: number
  /** Whether a request of it left rewritten since this process knows it. */
  wasRewritten: boolean
  /** Newest first: forks, edits and side requests live under one id. */
  histories: readonly History[]
  /** Ends when the history that is being folded for the first time is, or is not, in `histories`; never rejects. */
  folding: Promise<unknown> | undefined
  /** What was decided about the provider's cache, and the newest requests that receipts are awaited or known for. */
  cacheDecisions: readonly CacheDecision[]
  cacheLines: readonly CacheLine[]
}

const MAX_HISTORIES = 4
const NONE: readonly never[] = []

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
    lastUsedAt: made.now,
    wasRewritten: false,
    histories: NONE,
    folding: undefined,
    cacheDecisions: NONE,
    cacheLines: NONE,
  }
}

export function sessionFromRow(row: SessionRow): Session {
  return { ...row, wasRewritten: row.savedTokens > 0, histories: [], folding: undefined, cacheLines: [] }
}

export function sessionToRow(session: Session): SessionRow {
  const { wasRewritten: _, histories: __, folding: ___, cacheLines: ____, ...row } = session
  return row
}

/** What the fold remembers of the longest prefix of `chain` under this session. */
export function findHistory(session: Session, chain: readonly string[]): FoldState | undefined {
  let found: { length: number; state: FoldState } | undefined
  for (const { tip, state } of session.histories) {
    const length = chain.lastIndexOf(tip) + 1
    if (length > (found?.length ?? 0)) found = { length, state }
  }
  return found?.state
}

/**
 * Keeps `state` for the requests that extend what it has taken in: the messages before the ones this request added, so
 * that another try at the newest message finds it as well.
 */
export function keepHistory(session: Session, chain: readonly string[], state: FoldState): void {
  const tip = chain[state.keys.length - 1]
  if (tip === undefined) return
  const others = session.histories.filter((history) => history.state !== state && history.tip !== tip)
  session.histories = [{ tip, state }, ...others].slice(0, MAX_HISTORIES)
}
