import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'

/** Error codes of file systems without hard links, such as exFAT (on Windows EISDIR) and some network shares. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EISDIR'])

/**
 * Gives a finished file its final name. It also keeps the draft's name, except on file systems without hard links.
 * @returns false, without a change, if a file of that name exists.
 */
export function publishFile(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (!NO_LINKS.has(code)) throw error
    return renameToNew(draft, path)
  }
}

/**
 * Renaming would replace a file of that name, so an empty file reserves the name first. A process killed in between
 * leaves the empty file.
 */
function renameToNew(draft: string, path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    renameSync(draft, path)
    return true
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** Asks the operating system to write the file to the disk. Only for files that no SQLite connection has open. */
export function flushFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
