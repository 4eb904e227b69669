import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError } from './config-error.ts'
import { protectDataDirectory } from './file-modes.ts'

/**
 * Creates the data directory and its missing parents, with mode 0700, if it does not exist. Restricts the server's
 * files to their owner. Returns the absolute path.
 * @throws {ConfigError} when it cannot be created, read or written.
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

/** The error for a data directory that cannot be used. */
export function dataDirectoryError(path: string, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ConfigError([`PLEAT_DATA_DIR: ${path} cannot be used as the data directory: ${reason}`], { cause })
}
