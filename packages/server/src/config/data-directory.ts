import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { protectDataDirectory } from './file-modes.ts'

/**
 * Creates the data directory with mode 0700 and restricts the server's files to their owner. Returns the absolute path.
 * @throws {ConfigError} when it cannot be created or written.
 */
export function openDataDirectory(dataDir: string): string {
  const path = resolve(dataDir)
  try {
    makeDirectory(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    protectDataDirectory(path)
  } catch (cause) {
    throw dataDirectoryError(path, cause)
  }
  return path
}

/** Without `recursive`: with it, Node 24 never returns if a directory cannot be created, for example below /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeDirectory(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in between.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The error for a data directory in which something cannot be written. */
export function dataDirectoryError(path: string, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ConfigError([`PLEAT_DATA_DIR must be a directory that can be written: ${path}: ${reason}`], { cause })
}
