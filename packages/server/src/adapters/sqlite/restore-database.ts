import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { openDataDirectory } from '../../config/data-directory.ts'
import { restrictToOwner } from '../../config/file-modes.ts'
import { flushFile, publishFile } from '../../config/publish-file.ts'
import { assertSound, connect } from './connection.ts'
import { DATABASE_FILE } from './database-file.ts'
import { claimDirectory, isBusy } from './directory-lock.ts'
import { isDamage } from './explain-open-error.ts'
import { type StoreSummary, summarize } from './store-summary.ts'

export interface RestoreOptions {
  readonly dataDir: string
  /** Absolute path of the backup. */
  readonly file: string
  /** File with the secret of the backup. It becomes the data directory's secret. */
  readonly secretFile: string | undefined
  /** Replaces existing data. */
  readonly overwrites: boolean
  readonly now: number
  onStep(step: string): void
}

/** The restored contents, and the directory of the replaced data. */
export interface Restored extends StoreSummary {
  readonly replaced: string | undefined
}

/**
 * Replaces the database in the data directory with a backup. The copy is first checked and migrated under another name,
 * and the secret copied, so a failure of these steps leaves the data unchanged. Replaced data moves into a directory
 * beside it.
 * @throws when a server runs on the data directory, when existing data may not be replaced, or when the file is not a
 * backup.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const { file, secretFile, overwrites, onStep } = options
  assertBackupFile(file)
  const directory = openDataDirectory(options.dataDir)
  const lock = claimDirectory(directory)
  const path = join(directory, DATABASE_FILE)
  const drafts = { database: `${path}.${process.pid}.new`, secret: join(directory, `secret.${process.pid}.new`) }
  try {
    const present = namesPresent(directory, secretFile !== undefined)
    if (present.length > 0 && !overwrites) {
      throw new Error(`${directory} already contains data (${present.join(', ')}); replace it with --force`)
    }
    onStep('Copying and checking the backup')
    // Drafts of a killed restore, whose process had the same id.
    removeDrafts(drafts)
    copyFileSync(file, drafts.database, constants.COPYFILE_EXCL)
    restrictToOwner(drafts.database)
    copyLog(file, drafts.database)
    const summary = await checkCopy(drafts.database, file)
    if (secretFile !== undefined) copySecret(secretFile, drafts.secret)
    assertUnused(path, directory)
    onStep('Replacing the data')
    const replaced = present.length > 0 ? setAside(directory, options) : undefined
    renameSync(drafts.database, path)
    if (secretFile !== undefined) renameSync(drafts.secret, join(directory, 'secret'))
    return { ...summary, replaced }
  } finally {
    removeDrafts(drafts)
    lock.release()
  }
}

function removeDrafts({ database, secret }: { database: string; secret: string }): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${database}${ending}`, { force: true })
  rmSync(secret, { force: true })
}

/** The database file of a killed server has its last writes in the write-ahead log beside it. A backup has no log. */
function copyLog(file: string, draft: string): void {
  if (!existsSync(`${file}-wal`)) return
  copyFileSync(`${file}-wal`, `${draft}-wal`, constants.COPYFILE_EXCL)
  restrictToOwner(`${draft}-wal`)
}

function assertBackupFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) throw new Error(`${file} does not exist`)
  if (!stats.isFile()) throw new Error(`${file} is not a file`)
  if (stats.size === 0) throw new Error(`${file} is empty`)
}

/** Checks the copy twice: as it was read, and after the migration to this version. */
async function checkCopy(draft: string, file: string): Promise<StoreSummary> {
  try {
    const before = new SqliteHandle(draft)
    try {
      assertSound(before, 'integrity_check')
      summarize(before)
    } finally {
      before.close()
    }
    const { handle, database } = await connect(draft, { checksIntegrity: true })
    const summary = summarize(handle)
    await database.destroy()
    flushFile(draft)
    return summary
  } catch (cause) {
    throw new Error(`${file} is not a backup that can be restored: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Also detects a server of a version without the directory lock: SQLite removes the write-ahead log only when no other
 * connection is open. After that, the database is one complete file. A damaged database cannot be checked.
 */
function assertUnused(path: string, directory: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return
  const handle = new SqliteHandle(path, { timeout: 0 })
  try {
    handle.pragma('journal_mode = delete')
  } catch (error) {
    if (isBusy(error)) throw new Error(`a running server uses ${directory}: stop it first`, { cause: error })
    if (!isDamage(error)) throw error
  } finally {
    handle.close()
  }
}

function namesPresent(directory: string, hasSecret: boolean): string[] {
  const names = [DATABASE_FILE, `${DATABASE_FILE}-wal`, ...(hasSecret ? ['secret'] : [])]
  return names.filter((name) => existsSync(join(directory, name)))
}

/**
 * Keeps the replaced data. The database and the secret also keep their own names until the new ones replace them, so a
 * start in between never finds an empty directory.
 */
function setAside(directory: string, { now, secretFile }: RestoreOptions): string {
  const aside = join(directory, `replaced-${new Date(now).toISOString().replace(/[:.]/g, '-')}`)
  mkdirSync(aside, { mode: 0o700 })
  const keep = (name: string, move: (from: string, to: string) => unknown) => {
    if (existsSync(join(directory, name))) move(join(directory, name), join(aside, name))
  }
  if (secretFile !== undefined) keep('secret', copySecret)
  const isFile = statSync(join(directory, DATABASE_FILE), { throwIfNoEntry: false })?.isFile() ?? false
  keep(DATABASE_FILE, isFile ? publishFile : renameSync)
  for (const ending of ['-wal', '-shm']) keep(`${DATABASE_FILE}${ending}`, renameSync)
  return aside
}

function copySecret(from: string, to: string): void {
  writeFileSync(to, readFileSync(from), { mode: 0o600, flag: 'wx', flush: true })
}
