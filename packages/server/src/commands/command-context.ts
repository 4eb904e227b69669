import type { Readable, Writable } from 'node:stream'
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

/** The streams of a command: those of the process, or of a test. */
export interface CommandStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean }
}

/** The environment and the streams of a command. */
export interface CommandContext {
  readonly output: Output
  readonly streams: CommandStreams
  /** The environment's variables. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Path of the `.env` file that was read; undefined without one. */
  readonly settingsFile: string | undefined
  /** Reads a secret from standard input; shows `prompt` on a terminal. */
  readSecretInput(prompt: string): Promise<string>
}

/** A command reports failures of the store in its own error. */
const SILENT_LOG = { info: () => {}, warn: () => {} }

/** Opens the configured store while `use` runs. A server may have it open at the same time. */
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

// The functions below import their adapters on demand, so that help and usage errors load no database.

/** Copies the embedded database into one file. */
export async function backUpDatabase(options: BackupOptions): Promise<Backup> {
  const adapter = await import('../adapters/sqlite/backup-database.ts')
  return await adapter.backUpDatabase(options)
}

/** Replaces the embedded database with a copy. */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const adapter = await import('../adapters/sqlite/restore-database.ts')
  return await adapter.restoreDatabase(options)
}

/** Opens the webhook for alerts. */
export async function openWebhook(address: { url: string; proxy: ProxyAddresses | undefined }): Promise<Webhook> {
  const adapter = await import('../adapters/webhook/undici-webhook.ts')
  return adapter.createUndiciWebhook(address)
}

/** Copies an installation to PostgreSQL. */
export async function moveFromSqlite(options: MoveOptions): Promise<Moved> {
  const adapter = await import('../adapters/postgres/move-from-sqlite.ts')
  return await adapter.moveFromSqlite(options)
}

/** The hash function of stored session ids. */
export const idHashing: Hash = shortSha256

/**
 * The hash and vectors with which the server folds. They are loaded on demand, because they would take most of the time
 * of other commands.
 */
export async function foldParts(): Promise<{ readonly hash: Hash; readonly vectors: StaticVectors }> {
  const { loadStaticVectors } = await import('../adapters/static-vectors-file.ts')
  return { hash: shortSha256, vectors: loadStaticVectors() }
}
