/** Counts of a session that compare folded and held-out sessions. */
export interface SessionFigures {
  readonly isHeldOut: boolean
  readonly turns: number
  readonly requests: number
  readonly errors: number
  /** Requests with the same messages as the previous one. */
  readonly retries: number
  /** Requests whose newest message repeats an earlier one of the user, word for word. */
  readonly repeats: number
  readonly latencyMs: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly inputMicroDollars: number
}

/** The counts of one request of a session. */
export interface HoldoutEntry extends SessionFigures {
  readonly accountId: string
  readonly idHash: string
  /** True if an unknown session starts with this request. If not, a request of an unknown session is not counted. */
  readonly mayBegin: boolean
  /** Unix milliseconds. */
  readonly at: number
}

/** Figures of sessions during a holdout. Hashes and counts, never text. */
export interface HoldoutStore {
  /** Adds each entry to its session, unless the session is known in the other group. All or nothing. */
  add(entries: readonly HoldoutEntry[]): Promise<void>
  /** Sessions that began at `since` or later and reached the turn `leastTurns`, newest first, at most `limit`. */
  list(filter: { since: number; leastTurns: number; limit: number }): Promise<readonly SessionFigures[]>
  /** Removes sessions that began before this time. */
  forget(before: number): Promise<void>
}
