import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { openDataDirectory } from '../../config/data-directory.ts'
import { flushFile, publishFile } from '../../config/publish-file.ts'
import { assertSound, BUSY_TIMEOUT_MS } from './connection.ts'
import { assertHasDatabase, assertUsable, DATABASE_FILE } from './database-file.ts'
import { shareDirectory } from './directory-lock.ts'
import { explainOpenError, isDamage } from './explain-open-error.ts'
import { type StoreSummary, summarize } from './store-summary.ts'

/** Pages copied between two reports of progress: 4 MB. */
const PAGES_AT_ONCE = 1000

export interface BackupOptions {
  readonly dataDir: string
  /** Absolute path of the backup. */
  readonly file: string
  /** Replaces a file of that name. */
  readonly overwrites: boolean
  onProgress(share: number): void
}

/** The contents of a backup. */
export interface Backup extends StoreSummary {
  readonly bytes: number
}

/**
 * Copies the database into one file while servers keep reading and writing. The copy shows one moment of the database:
 * a read transaction keeps that moment during the copying. The file gets its name when it is complete, checked and on
 * the disk.
 */
export async function backUpDatabase(options: BackupOptions): Promise<Backup> {
  const { file, overwrites } = options
  if (!existsSync(dirname(file))) throw new Error(`${dirname(file)} does not exist; create it first`)
  if (!overwrites && existsSync(file)) throw alreadyThere(file)
  const directory = openDataDirectory(assertHasDatabase(options.dataDir))
  removeLeftovers(file)
  const partial = `${file}.${process.pid}.partial`
  closeSync(openSync(partial, 'wx', 0o600))
  try {
    await copy(directory, partial, options)
    const summary = finish(partial, file)
    const bytes = statSync(partial).size
    publish(partial, file, overwrites)
    return { ...summary, bytes }
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${partial}${ending}`, { force: true })
  }
}

async function copy(directory: string, partial: string, { file, onProgress }: BackupOptions): Promise<void> {
  const lock = shareDirectory(directory)
  let handle: SqliteHandle.Database | undefined
  let isCopying = false
  try {
    const path = join(directory, DATABASE_FILE)
    assertUsable(path)
    handle = new SqliteHandle(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true })
    handle.exec('begin; select count(*) from sqlite_schema')
    isCopying = true
    await handle.backup(partial, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages)
        return PAGES_AT_ONCE
      },
    })
  } catch (error) {
    throw isCopying && !isDamage(error) ? copyError(file, error) : explainOpenError(directory, error)
  } finally {
    handle?.close()
    lock.release()
  }
}

/** Converts the copy into a single file without a log, and checks it. */
function finish(partial: string, file: string): StoreSummary {
  const handle = new SqliteHandle(partial)
  try {
    handle.pragma('journal_mode = delete')
    assertSound(handle, 'integrity_check')
    return summarize(handle)
  } catch (cause) {
    if (isAccess(cause)) throw copyError(file, cause)
    const reason = (cause as Error).message
    throw new Error(`the database is damaged, so no backup was written: ${reason}`, { cause })
  } finally {
    handle.close()
  }
}

/** True for errors of the disk or of access to a file, as opposed to its contents. */
function isAccess(error: unknown): boolean {
  return error instanceof SqliteHandle.SqliteError && /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)/.test(error.code)
}

/** SQLite's errors do not distinguish reading the database from writing the copy. */
function copyError(file: string, cause: unknown): Error {
  const advice = (cause as { code?: string }).code === 'SQLITE_FULL' ? '; free space on the disk of the backup' : ''
  return new Error(`the database could not be copied to ${file}: ${(cause as Error).message}${advice}`, { cause })
}

function publish(partial: string, file: string, overwrites: boolean): void {
  flushFile(partial)
  if (overwrites) renameSync(partial, file)
  else if (!publishFile(partial, file)) throw alreadyThere(file)
}

function alreadyThere(file: string): Error {
  return new Error(`${file} already exists; choose another name, or replace it with --force`)
}

/** Removes the remains of a killed backup to the same file. */
function removeLeftovers(file: string): void {
  const directory = dirname(file)
  const start = `${basename(file)}.`
  for (const name of readdirSync(directory)) {
    const pid = name.startsWith(start) && /^(\d+)\.partial(?:-wal|-shm|-journal)?$/.exec(name.slice(start.length))?.[1]
    if (pid && !isOther(Number(pid))) rmSync(join(directory, name), { force: true })
  }
}

/** True if another process with this id runs. A process in a container often has the id of the one before it. */
function isOther(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
