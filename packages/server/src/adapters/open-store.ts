import type { Config } from '../config/config.ts'
import type { Clock, Log } from '../ports.ts'
import type { Store } from '../store-port.ts'
import { openSqliteStore } from './sqlite/open-sqlite-store.ts'

export interface StoreOptions
  extends Pick<Config, 'dataDir' | 'requestsPerMinute' | 'databaseConnections' | 'databaseGraceMs'> {
  /** URL of PostgreSQL. Undefined: SQLite in the data directory. */
  readonly databaseUrl: string | undefined
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly clock?: Clock
  /** Reads a whole SQLite database once and refuses a damaged one. Default: false. */
  readonly checksIntegrity?: boolean
}

/**
 * Opens the configured store.
 * @throws {ConfigError} when it cannot be used.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl: url } = options
  if (url === undefined) return await openSqliteStore(options)
  // Loaded only when used: most installations have no PostgreSQL.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts')
  const { databaseConnections: connections, databaseGraceMs: graceMs } = options
  return await openPostgresStore({ ...options, url, connections, graceMs })
}
