import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Places } from '../config/places.ts'
import { writeFileWhole } from '../config/write-file-whole.ts'
import { isObject } from '../transcript/json-value.ts'
import type { Containers } from './remove-hooks.ts'

/** What a file was before an installation, and what the installation made of it. */
export interface Backup {
  readonly file: string
  /** Undefined: there was no file. */
  readonly before: Buffer | undefined
  /** SHA-256 of the file as it was left. */
  readonly afterHash: string
  /** Parts that stay when the hooks are taken out of a file that was changed since. */
  readonly kept: Containers
}

/** Where the backup of an agent's settings is. */
export function backupPath(places: Places, agent: string): string {
  return join(places.stateDirectory, 'backups', `${agent}.json`)
}

/** Keeps a backup, readable by the user alone: settings can hold keys. */
export function writeBackup(places: Places, agent: string, { before, ...rest }: Backup): void {
  const value = { ...rest, before: before?.toString('base64') ?? null }
  writeFileWhole(backupPath(places, agent), `${JSON.stringify(value, undefined, 2)}\n`, 0o600)
}

/** The backup of an agent's settings, when there is one for this file. */
export function readBackup(places: Places, agent: string, file: string): Backup | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(backupPath(places, agent), 'utf8'))
    if (!isObject(value) || value.file !== file) return undefined
    const { before, afterHash, kept } = value
    return {
      file,
      before: typeof before === 'string' ? Buffer.from(before, 'base64') : undefined,
      afterHash: String(afterHash),
      kept: kept as Containers,
    }
  } catch {
    return undefined
  }
}

/** Forgets a backup that was put back. */
export function removeBackup(places: Places, agent: string): void {
  rmSync(backupPath(places, agent), { force: true })
}

/** SHA-256 of a content, in hexadecimal. */
export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
