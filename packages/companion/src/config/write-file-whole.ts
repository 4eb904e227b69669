import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file in one step: readers see the old content or the new one, and a failure leaves the old.
 * `mode` is that of the file; folders that are missing are made for the owner alone.
 */
export function writeFileWhole(path: string, content: string | Buffer, mode: number): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${process.pid}.new`
  try {
    writeFileSync(beside, content, { mode, flag: 'wx' })
    // The mode at creation is cut by the process's mask.
    chmodSync(beside, mode)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
