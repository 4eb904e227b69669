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
  /** Why conversations of it are left alone, and which: see `leaveAlone`. */
  leftAlone: string | null
  refusedTips: readonly string[]
  lastUsedAt: number
  /** Whether a request of it left rewritten since this process knows it. */
  wasRewritten: boolean
  /**
   * By tip. Forks, edits and side requests live under one id, and where a client gives one id to all it sends, whole
   * conversations do; how many are kept is for `HistoryMemory`.
   */
  histories: Map<string, FoldState> | undefined
  /**
   * By the beginning of the conversation that is being folded for the first time: ends when its history is, or is not, in
   * `histories`; never rejects.
   */
  foldings: Map<string, Promise<unknown>> | undefined
  /** What was decided about the provider's cache, and the newest requests that receipts are awaited or known for. */
  cacheDecisions: readonly CacheDecision[]
  cacheLines: readonly CacheLine[]
}

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
    refusedTips: NONE,
    lastUsedAt: made.now,
    wasRewritten: false,
    histories: undefined,
    foldings: undefined,
    cacheDecisions: NONE,
    cacheLines: NONE,
  }
}

export function sessionFromRow(row: SessionRow): Session {
  return { ...row, wasRewritten: row.savedTokens > 0, histories: undefined, foldings: undefined, cacheLines: [] }
}

export function sessionToRow(session: Session): SessionRow {
  const { wasRewritten: _, histories: __, foldings: ___, cacheLines: ____, ...row } = session
  return row
}

/** What the fold remembers of the longest prefix of `chain` under this session. */
export function findHistory({ histories }: Session, chain: readonly string[]): History | undefined {
  if (histories === undefined) return undefined
  for (let i = chain.length - 1; i >= 0; i--) {
    const tip = chain[i]!
    const state = histories.get(tip)
    if (state) return { tip, state }
  }
  return undefined
}
