import type { Database as SqliteHandle } from 'better-sqlite3'

/** How much a database holds, for people who want to know that they have the right one. */
export interface StoreSummary {
  readonly accounts: number
  readonly keys: number
  readonly credentials: number
  readonly sessions: number
}

/** @throws when the tables are missing: a database of something else. */
export function summarize(handle: SqliteHandle): StoreSummary {
  const count = (table: string) => handle.prepare(`select count(*) from ${table}`).pluck().get() as number
  return {
    accounts: count('accounts'),
    keys: count('keys'),
    credentials: count('credentials'),
    sessions: count('sessions'),
  }
}
