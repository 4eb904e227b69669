import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs'

/** Error codes of file systems without hard links, such as exFAT and some network shares. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

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
    if (existsSync(path)) return false
    renameSync(draft, path)
    return true
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
