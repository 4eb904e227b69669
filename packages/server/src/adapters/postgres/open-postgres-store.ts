import { Kysely } from 'kysely'
import pg from 'pg'
import type { Charge } from '../../money/ledger-port.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Store } from '../../store-port.ts'
import { createAccountStore } from '../sql/account-store.ts'
import { createAlertStore } from '../sql/alert-store.ts'
import { createCalibrationStore } from '../sql/calibration-store.ts'
import { cacheCallers } from '../sql/caller-cache.ts'
import { createCloudStore } from '../sql/cloud-store.ts'
import { createCredentialStore } from '../sql/credential-store.ts'
import { createHoldoutStore } from '../sql/holdout-store.ts'
import { createKeyStore, findCallers } from '../sql/key-store.ts'
import { createLedgerStore } from '../sql/ledger-store.ts'
import { createObjectStore } from '../sql/object-store.ts'
import type { Schema } from '../sql/schema.ts'
import { createSessionStore } from '../sql/session-store.ts'
import { createTurnStore } from '../sql/turn-store.ts'
import { createUsageStore } from '../sql/usage-store.ts'
import { addUsageOnce } from './add-usage-once.ts'
import { chargeInOneStatement } from './charge-in-one-statement.ts'
import { poolSettings } from './connection-settings.ts'
import { DatabaseWatch } from './database-watch.ts'
import { explainOpenError } from './explain-open-error.ts'
import { Dialect, prepareDatabase } from './open-database.ts'
import { repeating } from './repeat-lost-races.ts'
import { StorePool } from './store-pool.ts'

const ACCOUNT_WRITES = ['create', 'setPlan', 'addBudget', 'settle', 'delete', 'sweepDeleted'] as const

export interface PostgresStoreOptions {
  /** Contains a password: never logged. */
  readonly url: string
  /** Limit of connections, besides the one of the watch. */
  readonly connections: number
  /** Milliseconds for which cached callers are valid while the database does not respond. */
  readonly graceMs: number
  /** Rate limit of keys without one of their own. */
  readonly requestsPerMinute: number
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly clock?: Clock
}

/**
 * Opens the database of this URL, and creates or migrates its tables if necessary. Any number of servers may use it.
 * @throws {ConfigError} when it cannot be reached, logged in to or written.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, connections, graceMs, log } = options
  const watch = new DatabaseWatch({ url, graceMs, log })
  try {
    await prepareDatabase(url)
    await watch.start()
  } catch (error) {
    await watch.stop()
    throw explainOpenError(url, error)
  }
  const pool = new StorePool(new pg.Pool(poolSettings(url, connections)), () => watch.isDown)
  return assemble(new Kysely<Schema>({ dialect: new Dialect({ pool }) }), watch, options)
}

function assemble(database: Kysely<Schema>, watch: DatabaseWatch, options: PostgresStoreOptions): Store {
  const { requestsPerMinute, clock = { now: Date.now } } = options
  const keyStore = createKeyStore(database, { clock, requestsPerMinute })
  const { keys, invalidateAfter, invalidateIfChanged } = cacheCallers(
    repeating(keyStore, ['createKey', 'changeKey', 'rotateKey', 'revokeKey']),
    () => watch.callerVersion,
    {
      checkIntervalMs: 0,
      findMany: (hashes) => findCallers(database, hashes, { clock, requestsPerMinute }),
      outlivesStore: true,
    },
  )
  watch.onChange(invalidateIfChanged)
  const accounts = repeating(createAccountStore(database, clock), ACCOUNT_WRITES)
  const ledger = createLedgerStore(database, clock)
  const charge = (one: Charge) => chargeInOneStatement(database, one, clock.now())
  return {
    keys,
    // A cached caller contains the plan.
    accounts: {
      ...accounts,
      setPlan: (name, plan) => invalidateAfter(accounts.setPlan(name, plan)),
      delete: (name) => invalidateAfter(accounts.delete(name)),
    },
    ledger: repeating({ ...ledger, charge }, ['charge']),
    credentials: repeating(createCredentialStore(database), ['set', 'replace']),
    usage: repeating({ ...createUsageStore(database), add: addUsageOnce(database, clock) }, ['add']),
    sessions: repeating(createSessionStore(database, { isShared: true }), ['save', 'forget']),
    turns: createTurnStore(database),
    clouds: repeating(createCloudStore(database), ['save', 'replace']),
    calibration: createCalibrationStore(database),
    objects: repeating(createObjectStore(database, clock), ['claim', 'forget', 'forgetExpired']),
    holdout: repeating(createHoldoutStore(database), ['add', 'forget']),
    alerts: createAlertStore(database),
    async close() {
      await watch.stop()
      await database.destroy()
    },
  }
}
