import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OWNER_FILE = 0o600
const OWNER_DIRECTORY = 0o700

/** Names of the server's files in its data directory. */
const OWN_NAME = /^(?:pleat\.db(?:-wal|-shm|-journal|\..+)?|secret(?:\..+)?|in-use(?:-journal)?|replaced-.+)$/

/** Errors that are ignored: files of another owner and read-only file systems do not keep the server from working. */
const NOT_CHANGEABLE = new Set(['EPERM', 'EROFS', 'ENOENT', 'ENOTSUP'])

/**
 * Restricts the data directory and the server's files in it to their owner. A directory that also contains other files
 * (a home directory, `/tmp`) keeps its mode.
 */
export function protectDataDirectory(directory: string): void {
  const names = readdirSync(directory)
  for (const name of names) if (OWN_NAME.test(name)) restrictToOwner(join(directory, name))
  if (names.every((name) => OWN_NAME.test(name))) restrictToOwner(directory)
}

/** Removes the permissions of group and others from one file or directory. */
export function restrictToOwner(path: string): void {
  try {
    const stats = statSync(path)
    const allowed = stats.isDirectory() ? OWNER_DIRECTORY : OWNER_FILE
    const mode = stats.mode & 0o777
    if ((mode & ~allowed) !== 0) chmodSync(path, mode & allowed)
  } catch (error) {
    if (!NOT_CHANGEABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
