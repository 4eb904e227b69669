import { openDataDirectory } from '../../config/data-directory.ts'
import type { Clock } from '../../ports.ts'
import type { Store } from '../../store-port.ts'
import { createAccountStore } from '../sql/account-store.ts'
import { createAlertStore } from '../sql/alert-store.ts'
import { createCalibrationStore } from '../sql/calibration-store.ts'
import { cacheCallers } from '../sql/caller-cache.ts'
import { createCloudStore } from '../sql/cloud-store.ts'
import { createCredentialStore } from '../sql/credential-store.ts'
import { createHoldoutStore } from '../sql/holdout-store.ts'
import { createKeyStore } from '../sql/key-store.ts'
import { createLedgerStore } from '../sql/ledger-store.ts'
import { createObjectStore } from '../sql/object-store.ts'
import { createSessionStore } from '../sql/session-store.ts'
import { createTurnStore } from '../sql/turn-store.ts'
import { createUsageStore } from '../sql/usage-store.ts'
import { createCheckpoints } from './checkpoints.ts'
import { type Connection, connect } from './connection.ts'
import { findDatabaseFile } from './database-file.ts'
import { type DirectoryLock, shareDirectory } from './directory-lock.ts'
import { explainOpenError } from './explain-open-error.ts'

export interface SqliteStoreOptions {
  readonly dataDir: string
  /** Rate limit of keys without one of their own. */
  readonly requestsPerMinute: number
  readonly clock?: Clock
  /** True if other servers use the same database while this one runs. Default: false. */
  readonly isShared?: boolean
  /** Reads the whole database once and refuses a damaged one, for the server's start. Default: false. */
  readonly checksIntegrity?: boolean
}

/**
 * Opens `pleat.db` in the data directory, and creates or migrates it if necessary. Several processes may use it.
 * @throws {ConfigError} when it is damaged, or cannot be opened or written.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const directory = openDataDirectory(options.dataDir)
  let lock: DirectoryLock | undefined
  try {
    lock = shareDirectory(directory)
    const path = await findDatabaseFile(directory)
    const connection = await connect(path, { checksIntegrity: options.checksIntegrity ?? false })
    return assemble(connection, lock, options)
  } catch (error) {
    lock?.release()
    throw explainOpenError(directory, error)
  }
}

function assemble({ handle, database }: Connection, lock: DirectoryLock, options: SqliteStoreOptions): Store {
  const { requestsPerMinute, clock = { now: Date.now } } = options
  const dataVersion = handle.prepare('pragma data_version').pluck()
  const { keys, invalidateAfter } = cacheCallers(createKeyStore(database, { clock, requestsPerMinute }), () =>
    dataVersion.get(),
  )
  const accounts = createAccountStore(database, clock)
  const credentials = createCredentialStore(database)
  const checkpoints = createCheckpoints(handle)
  return {
    keys: {
      ...keys,
      createKey: (account, key) => checkpoints.after(keys.createKey(account, key)),
      changeKey: (idOrPreview, changes) => checkpoints.after(keys.changeKey(idOrPreview, changes)),
      rotateKey: (idOrPreview, next) => checkpoints.after(keys.rotateKey(idOrPreview, next)),
      revokeKey: (idOrPreview) => checkpoints.after(keys.revokeKey(idOrPreview)),
    },
    accounts: {
      ...accounts,
      create: (account) => checkpoints.after(accounts.create(account)),
      // A cached caller contains the plan.
      setPlan: (name, plan) => checkpoints.after(invalidateAfter(accounts.setPlan(name, plan))),
      addBudget: (name, microCents, once) => checkpoints.after(accounts.addBudget(name, microCents, once)),
      settle: (name, amount, once) => checkpoints.after(accounts.settle(name, amount, once)),
      delete: (name) => checkpoints.after(invalidateAfter(accounts.delete(name))),
    },
    ledger: createLedgerStore(database, clock),
    credentials: {
      ...credentials,
      set: (accountId, provider, sealed) => checkpoints.after(credentials.set(accountId, provider, sealed)),
    },
    usage: createUsageStore(database),
    sessions: createSessionStore(database, { isShared: options.isShared ?? false }),
    turns: createTurnStore(database),
    clouds: createCloudStore(database),
    calibration: createCalibrationStore(database),
    objects: createObjectStore(database, clock),
    holdout: createHoldoutStore(database),
    alerts: createAlertStore(database),
    async close() {
      checkpoints.stop()
      await database.destroy()
      lock.release()
    },
  }
}
