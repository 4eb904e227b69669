import type { Database as SqliteHandle } from 'better-sqlite3'

/** The contents of a database in numbers, by which an operator recognises it. */
export interface StoreSummary {
  readonly accounts: number
  readonly keys: number
  readonly credentials: number
  readonly sessions: number
}

/**
 * @throws when the tables are missing: a database of another program.
 */
export function summarize(handle: SqliteHandle): StoreSummary {
  const count = (table: string) => handle.prepare(`select count(*) from ${table}`).pluck().get() as number
  return {
    accounts: count('accounts'),
    keys: count('keys'),
    credentials: count('credentials'),
    sessions: count('sessions'),
  }
}
