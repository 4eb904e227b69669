import type { Hash, StaticVectors } from '@pleat/core'
import type { Moved, MoveOptions } from '../adapters/postgres/move-from-sqlite.ts'
import { shortSha256 } from '../adapters/sha256.ts'
import type { Backup, BackupOptions } from '../adapters/sqlite/backup-database.ts'
import type { Restored, RestoreOptions } from '../adapters/sqlite/restore-database.ts'
import type { Webhook } from '../alerts/alert-ports.ts'
import { type Config, readConfig } from '../config/config.ts'
import { databaseUrlIn, type ProxyAddresses } from '../config/secrets.ts'
import type { Store } from '../store-port.ts'
import type { Output } from './output.ts'

/** What a command works with. */
export interface CommandContext {
  readonly output: Output
  /** The environment's variables. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The `.env` file that some of them come from. */
  readonly settingsFile: string | undefined
  /** A secret from standard input; `prompt` is shown where a person is typing. */
  readSecretInput(prompt: string): Promise<string>
}

/** What happens to a store while a command runs is in the error of the command. */
const SILENT_LOG = { info: () => {}, warn: () => {} }

/** Opens the configured store for as long as `use` runs. The server may have it open at the same time. */
export async function withStore<Result>(
  context: CommandContext,
  use: (store: Store, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(context.variables)
  const databaseUrl = databaseUrlIn(context.variables)
  const { openStore } = await import('../adapters/open-store.ts')
  const store = await openStore({ ...config, databaseUrl, log: SILENT_LOG })
  try {
    return await use(store, config)
  } finally {
    await store.close()
  }
}

// Adapters are loaded by the commands that need them: help, and whatever is used wrongly, is answered without a database.

/** Copies the embedded database into one file. */
export async function backUpDatabase(options: BackupOptions): Promise<Backup> {
  const adapter = await import('../adapters/sqlite/backup-database.ts')
  return await adapter.backUpDatabase(options)
}

/** Puts a copy in the place of the embedded database. */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const adapter = await import('../adapters/sqlite/restore-database.ts')
  return await adapter.restoreDatabase(options)
}

/** Opens the address that alerts are sent to. */
export async function openWebhook(address: { url: string; proxy: ProxyAddresses | undefined }): Promise<Webhook> {
  const adapter = await import('../adapters/webhook/undici-webhook.ts')
  return adapter.createUndiciWebhook(address)
}

/** Copies an installation to PostgreSQL. */
export async function moveFromSqlite(options: MoveOptions): Promise<Moved> {
  const adapter = await import('../adapters/postgres/move-from-sqlite.ts')
  return await adapter.moveFromSqlite(options)
}

/** The hash that session ids are stored under. */
export const idHashing: Hash = shortSha256

/**
 * What the fold needs from outside, the same as in the server, so that it decides the same. Loaded here because the other
 * commands do not need it and it takes most of their time.
 */
export async function foldParts(): Promise<{ readonly hash: Hash; readonly vectors: StaticVectors }> {
  const { loadStaticVectors } = await import('../adapters/static-vectors-file.ts')
  return { hash: shortSha256, vectors: loadStaticVectors() }
}
