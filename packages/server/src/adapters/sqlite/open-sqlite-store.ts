import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SqliteHandle from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { ConfigError } from '../../config/config-error.ts'
import { openDataDirectory } from '../../config/data-directory.ts'
import type { Clock } from '../../ports.ts'
import type { Store } from '../../store-port.ts'
import { createAccountStore } from '../sql/account-store.ts'
import { createCalibrationStore } from '../sql/calibration-store.ts'
import { createCloudStore } from '../sql/cloud-store.ts'
import { createCredentialStore } from '../sql/credential-store.ts'
import { createKeyStore } from '../sql/key-store.ts'
import { createLedgerStore } from '../sql/ledger-store.ts'
import { migrateToLatest } from '../sql/migrations.ts'
import type { Schema } from '../sql/schema.ts'
import { createSessionStore } from '../sql/session-store.ts'
import { createUsageStore } from '../sql/usage-store.ts'
import { cacheCallers } from './caller-cache.ts'
import { keepStatements } from './kept-statements.ts'

/** How long a write waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000

export interface SqliteStoreOptions {
  readonly dataDir: string
  /** Limit of keys that have none of their own. */
  readonly requestsPerMinute: number
  readonly clock?: Clock
}

/**
 * Opens `pleat.db` in the data directory, making and migrating it where needed. Several processes may have it open.
 * @throws {ConfigError} when it cannot be opened or written.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const directory = openDataDirectory(options.dataDir)
  let handle: SqliteHandle.Database | undefined
  try {
    handle = new SqliteHandle(join(directory, 'pleat.db'), { timeout: BUSY_TIMEOUT_MS })
    await configure(handle)
    const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: keepStatements(handle) }) })
    await migrateAlone(handle, database)
    return assemble(handle, database, options)
  } catch (error) {
    handle?.close()
    throw storeError(directory, error)
  }
}

/**
 * With a write-ahead log and `synchronous = normal` what was committed survives a killed process; a power failure may
 * cost the last moments and never the file.
 */
async function configure(handle: SqliteHandle.Database): Promise<void> {
  await useWriteAheadLog(handle)
  handle.pragma('synchronous = normal')
  handle.pragma('foreign_keys = on')
}

/** Switching a new file over does not wait for another process that does the same, so the waiting is done here. */
async function useWriteAheadLog(handle: SqliteHandle.Database): Promise<void> {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      handle.pragma('journal_mode = wal')
      return
    } catch (error) {
      const isBusy = error instanceof SqliteHandle.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || performance.now() > giveUpAt) throw error
      await setTimeout(10)
    }
  }
}

/** SQLite's migrations run without a lock of their own, so one transaction is held around them. */
async function migrateAlone(handle: SqliteHandle.Database, database: Kysely<Schema>): Promise<void> {
  handle.exec('begin immediate')
  try {
    await migrateToLatest(database)
    handle.exec('commit')
  } catch (error) {
    handle.exec('rollback')
    throw error
  }
}

function assemble(handle: SqliteHandle.Database, database: Kysely<Schema>, options: SqliteStoreOptions): Store {
  const { requestsPerMinute, clock = { now: Date.now } } = options
  const dataVersion = handle.prepare('pragma data_version').pluck()
  const { keys, forgetAfter } = cacheCallers(createKeyStore(database, { clock, requestsPerMinute }), () =>
    dataVersion.get(),
  )
  const accounts = createAccountStore(database, clock)
  return {
    keys,
    // The plan is part of what is kept of a caller.
    accounts: { ...accounts, setPlan: (name, plan) => forgetAfter(accounts.setPlan(name, plan)) },
    ledger: createLedgerStore(database, clock),
    credentials: createCredentialStore(database),
    usage: createUsageStore(database),
    sessions: createSessionStore(database),
    clouds: createCloudStore(database),
    calibration: createCalibrationStore(database),
    close: () => database.destroy(),
  }
}

function storeError(directory: string, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ConfigError([`PLEAT_DATA_DIR: pleat.db in ${directory} cannot be opened: ${reason}`], { cause })
}
