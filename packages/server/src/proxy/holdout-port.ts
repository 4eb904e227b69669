/** Counts of a session by which folded and held-out sessions are compared. */
export interface SessionFigures {
  readonly isHeldOut: boolean
  readonly turns: number
  readonly requests: number
  readonly errors: number
  /** Requests with the same messages as the one before. */
  readonly retries: number
  /** Requests whose newest message the user has said before, word for word. */
  readonly repeats: number
  readonly latencyMs: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly inputMicroDollars: number
}

/** One request of a session, as counted. */
export interface HoldoutEntry extends SessionFigures {
  readonly accountId: string
  readonly idHash: string
  /** Whether a session that is not known yet begins with it; else nothing is counted. */
  readonly mayBegin: boolean
  /** Unix milliseconds. */
  readonly at: number
}

/** Figures of sessions while there is a holdout. Hashes and counts, never text. */
export interface HoldoutStore {
  /** Adds each entry to its session, unless that is known in the other group; all or nothing. */
  add(entries: readonly HoldoutEntry[]): Promise<void>
  /** Sessions that began at `since` or later and got to the turn `leastTurns`; the newest first, at most `limit`. */
  list(filter: { since: number; leastTurns: number; limit: number }): Promise<readonly SessionFigures[]>
  /** Forgets sessions that began before. */
  forget(before: number): Promise<void>
}
