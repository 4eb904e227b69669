import { randomBytes } from 'node:crypto'
import { accessSync, closeSync, constants, existsSync, openSync, rmSync, type Stats, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { flushFile, publishFile } from '../../config/publish-file.ts'
import { connect } from './connection.ts'

/** Name of the database in a data directory. */
export const DATABASE_FILE = 'pleat.db'

/**
 * Returns the path of the database in `directory`, and creates the database if it does not exist.
 * @throws when the file cannot be a database that this server made.
 */
export async function findDatabaseFile(directory: string): Promise<string> {
  const path = join(directory, DATABASE_FILE)
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats) assertUsable(path, stats)
  else await createDatabase(path)
  return path
}

/**
 * Checks that `dataDir` contains a database, for commands that must not create one. Returns the absolute path of the directory.
 * @throws when it contains none.
 */
export function assertHasDatabase(dataDir: string): string {
  const directory = resolve(dataDir)
  if (existsSync(join(directory, DATABASE_FILE))) return directory
  throw new Error(`${directory} holds no database (${DATABASE_FILE})`)
}

/**
 * @throws when the path is not a file, or the file is empty or cannot be read and written.
 */
export function assertUsable(path: string, stats: Stats = statSync(path)): void {
  if (!stats.isFile()) throw new Error('it is not a file')
  // A new database gets its name when it has all its tables, so an empty one was truncated.
  if (stats.size === 0) throw new Error('it is empty: it was truncated')
  accessSync(path, constants.R_OK | constants.W_OK)
}

/**
 * Creates the database under another name and then publishes it. So one of two processes wins, and a killed process
 * leaves no incomplete database under the final name.
 */
async function createDatabase(path: string): Promise<void> {
  if (existsSync(`${path}-wal`)) {
    throw new Error('it is missing, but its write-ahead log (-wal) exists: put the file back, or move the log away')
  }
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.new`
  closeSync(openSync(draft, 'wx', 0o600))
  try {
    const { database } = await connect(draft, { checksIntegrity: false })
    await database.destroy()
    flushFile(draft)
    // False: another process has created it meanwhile, and that one is used.
    publishFile(draft, path)
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${draft}${ending}`, { force: true })
  }
}
