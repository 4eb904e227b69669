import { accessSync, constants, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'

/**
 * The data directory as an absolute path, made when it is not there, for its owner alone.
 * @throws {ConfigError} when it cannot be made or written.
 */
export function openDataDirectory(dataDir: string): string {
  const path = resolve(dataDir)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw dataDirectoryError(path, cause)
  }
  return path
}

/** What to tell the operator when something in the data directory at `path` cannot be written. */
export function dataDirectoryError(path: string, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ConfigError([`PLEAT_DATA_DIR must be a directory that can be written: ${path}: ${reason}`], { cause })
}
