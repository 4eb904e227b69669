import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'

/** An empty SQLite database whose file locks mark the users of the data directory. Locks end with their process. */
const LOCK_FILE = 'in-use'

/** Another process uses the data directory in a way that excludes this one. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'
}

/** A held lock. */
export interface DirectoryLock {
  release(): void
}

/**
 * Registers this process as a user of the data directory; any number of processes may.
 * @throws {DirectoryInUse} while a restore runs.
 */
export function shareDirectory(directory: string): DirectoryLock {
  return lock(directory, 'begin; select count(*) from sqlite_schema', `a restore is in progress in ${directory}`)
}

/**
 * Claims the data directory for this process alone.
 * @throws {DirectoryInUse} while any other process uses it.
 */
export function claimDirectory(directory: string): DirectoryLock {
  return lock(directory, 'begin exclusive', `a running server or command uses ${directory}: stop it first`)
}

function lock(directory: string, acquire: string, refusal: string): DirectoryLock {
  const path = join(directory, LOCK_FILE)
  createEmpty(path)
  const handle = new SqliteHandle(path, { timeout: 0 })
  try {
    handle.exec(acquire)
  } catch (error) {
    handle.close()
    if (isBusy(error)) throw new DirectoryInUse(refusal, { cause: error })
    throw error
  }
  return { release: () => handle.close() }
}

/** True for the errors with which SQLite refuses a lock that another connection holds. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteHandle.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Never opens an existing file: closing it would drop the locks that this process holds on it. */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
