import { setTimeout } from 'node:timers/promises'
import SqliteHandle from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrateToLatest } from '../sql/migrations.ts'
import type { Schema } from '../sql/schema.ts'
import { isBusy } from './directory-lock.ts'
import { cacheStatements } from './statement-cache.ts'

/** Longest wait of a write for another process, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5000

/** An open database with all its tables. */
export interface Connection {
  readonly handle: SqliteHandle.Database
  readonly database: Kysely<Schema>
}

/**
 * Opens a database file and migrates it to this version.
 * @param checksIntegrity reads the whole file once and refuses a damaged one.
 */
export async function connect(path: string, { checksIntegrity }: { checksIntegrity: boolean }): Promise<Connection> {
  const handle = new SqliteHandle(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    await configure(handle)
    if (checksIntegrity) assertSound(handle)
    const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: cacheStatements(handle) }) })
    await migrateAlone(handle, database)
    return { handle, database }
  } catch (error) {
    handle.close()
    throw error
  }
}

/** A database with a damaged structure. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase'
}

/**
 * `quick_check` reads every page and record. `integrity_check` also compares indexes with their tables.
 * @throws {DamagedDatabase} with the first problem.
 */
export function assertSound(handle: SqliteHandle.Database, check: 'quick_check' | 'integrity_check' = 'quick_check') {
  const [first] = handle.pragma(`${check}(1)`) as Record<string, string>[]
  const found = first?.[check] ?? 'the check gave no result'
  if (found !== 'ok') throw new DamagedDatabase(found.replace(/(?<!\s)\s*\n\s*/g, ' '))
}

/**
 * With a write-ahead log and `synchronous = normal`, a committed write survives a killed process. A power failure may
 * lose the last moments, but never the file. Deleted rows are overwritten with zeros.
 */
async function configure(handle: SqliteHandle.Database): Promise<void> {
  await useWriteAheadLog(handle)
  handle.pragma('synchronous = normal')
  handle.pragma('foreign_keys = on')
  handle.pragma('secure_delete = on')
}

/** SQLite does not wait for another process that converts the same new file, so this function waits. */
async function useWriteAheadLog(handle: SqliteHandle.Database): Promise<void> {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      handle.pragma('journal_mode = wal')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
      await setTimeout(10)
    }
  }
}

/** SQLite's migrations take no lock, so one transaction encloses them. */
async function migrateAlone(handle: SqliteHandle.Database, database: Kysely<Schema>): Promise<void> {
  handle.exec('begin immediate')
  try {
    const isChanged = await migrateToLatest(database)
    handle.exec('commit')
    // Removes migrated data from the log too.
    if (isChanged) handle.pragma('wal_checkpoint(truncate)')
  } catch (error) {
    // On a full disk, SQLite has rolled back itself.
    if (handle.inTransaction) handle.exec('rollback')
    throw error
  }
}
