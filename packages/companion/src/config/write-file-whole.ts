import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file atomically: readers see the old or the new content, and a failure leaves the old one. `mode` is the mode of
 * the file. Missing folders are created with mode 0700.
 */
export function writeFileWhole(path: string, content: string | Buffer, mode: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${process.pid}.new`
  try {
    writeFileSync(beside, content, { mode, flag: 'wx' })
    // The umask has reduced the mode at creation.
    chmodSync(beside, mode)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
