import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { UserPaths } from '../config/user-paths.ts'
import { writeFileWhole } from '../config/write-file-whole.ts'
import { isObject } from '../transcript/json-value.ts'
import { type Containers, NO_CONTAINERS } from './remove-hooks.ts'

/** The content of a file before an installation, and the hash of its content afterwards. */
export interface Backup {
  readonly file: string
  /** Undefined if the file did not exist. */
  readonly before: Buffer | undefined
  /** SHA-256 of the file after the installation. */
  readonly afterHash: string
  /** The user's objects and lists, which stay when hooks are removed from a file that was changed meanwhile. */
  readonly kept: Containers
}

/** Path of the backup of an agent's settings. */
export function backupPath(paths: UserPaths, agent: string): string {
  return join(paths.stateDirectory, 'backups', `${agent}.json`)
}

/** Stores a backup, readable by the user alone, because settings may contain keys. */
export function writeBackup(paths: UserPaths, agent: string, { before, ...rest }: Backup): void {
  const value = { ...rest, before: before?.toString('base64') ?? null }
  writeFileWhole(backupPath(paths, agent), `${JSON.stringify(value, undefined, 2)}\n`, 0o600)
}

/** The backup of an agent's settings file; undefined without one for this file. */
export function readBackup(paths: UserPaths, agent: string, file: string): Backup | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(backupPath(paths, agent), 'utf8'))
    if (!isObject(value) || value.file !== file) return undefined
    const { before, afterHash, kept } = value
    return {
      file,
      before: typeof before === 'string' ? Buffer.from(before, 'base64') : undefined,
      afterHash: String(afterHash),
      kept: isContainers(kept) ? kept : NO_CONTAINERS,
    }
  } catch {
    return undefined
  }
}

function isContainers(value: unknown): value is Containers {
  if (!isObject(value) || typeof value.hooks !== 'boolean' || !Array.isArray(value.events)) return false
  return value.events.every((event) => typeof event === 'string')
}

/** Removes the backup of an agent's settings. */
export function removeBackup(paths: UserPaths, agent: string): void {
  rmSync(backupPath(paths, agent), { force: true })
}

/** SHA-256 of a content, in hexadecimal. */
export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
