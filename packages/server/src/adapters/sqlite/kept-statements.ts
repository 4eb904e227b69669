import type { Database as SqliteHandle, Statement } from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** Prepared statements kept; beyond that the oldest leaves. */
const MOST_STATEMENTS = 200

/**
 * The handle as kysely uses it, with prepared statements kept by their text: preparing costs more than most of our
 * queries. `begin` becomes `begin immediate`, because a transaction that reads first and writes later fails at once,
 * without waiting, when another process has written in between.
 */
export function keepStatements(handle: SqliteHandle): SqliteDatabase {
  const statements = new Map<string, Statement>()
  return {
    close: () => {
      statements.clear()
      handle.close()
    },
    prepare(sql) {
      const kept = statements.get(sql)
      if (kept) return kept
      const statement = handle.prepare(sql === 'begin' ? 'begin immediate' : sql)
      if (statements.size >= MOST_STATEMENTS) statements.delete(statements.keys().next().value!)
      statements.set(sql, statement)
      return statement
    },
  }
}
