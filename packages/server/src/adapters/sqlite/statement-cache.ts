import SqliteHandle, { type Database, type Statement } from 'better-sqlite3'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { StoreUnavailable } from '../../store-unavailable.ts'

/** Limit of cached prepared statements. The oldest one is evicted. */
const MAX_STATEMENTS = 200

/** Causes outside of the statement: a full, broken or read-only disk, a damaged file, or a lock of another process. */
const UNAVAILABLE = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|BUSY|CORRUPT|NOTADB)/

/**
 * Wraps the handle for kysely, with a cache of prepared statements by their text: preparing costs more than most of our
 * queries. `begin` becomes `begin immediate`, because a transaction that reads first and writes later fails at once,
 * without waiting, if another process has written in between.
 */
export function cacheStatements(handle: Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => {
      statements.clear()
      handle.close()
    },
    prepare(sql) {
      const kept = statements.get(sql)
      if (kept) return kept
      const prepared = explained(orUnavailable(() => handle.prepare(sql === 'begin' ? 'begin immediate' : sql)))
      const statement = sql === 'rollback' ? onlyInTransaction(handle, prepared) : prepared
      if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value!)
      statements.set(sql, statement)
      return statement
    },
  }
}

/** Wraps the statement to distinguish errors of the disk from errors of the query. */
function explained(statement: Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => orUnavailable(() => statement.all(parameters)),
    run: (parameters) => orUnavailable(() => statement.run(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
  }
}

/**
 * On a full disk, SQLite rolls a transaction back itself. A second rollback would then fail, and its error would hide
 * the cause.
 */
function onlyInTransaction(handle: Database, rollback: SqliteStatement): SqliteStatement {
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...rollback, run: (parameters) => (handle.inTransaction ? rollback.run(parameters) : nothing) }
}

function orUnavailable<Result>(execute: () => Result): Result {
  try {
    return execute()
  } catch (error) {
    if (!(error instanceof SqliteHandle.SqliteError && UNAVAILABLE.test(error.code))) throw error
    throw new StoreUnavailable(`${error.message} (${error.code})`, { cause: error })
  }
}
