import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from './config-error.ts'
import { withSecretFiles } from './secret-files.ts'

/** The variables that count, and where some of them come from. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Path of the `.env` file that was read; undefined where there is none. */
  readonly settingsFile: string | undefined
}

/**
 * The variables of the process over those of a `.env` file in `directory`, with the secrets that are in files of their own.
 * The only place that reads any of them.
 * @throws {ConfigError} when there is a `.env`, or a file of a secret, that cannot be read.
 */
export function loadEnvironment(directory: string = process.cwd()): Environment {
  const path = join(directory, '.env')
  const fromFile = readDotEnv(path)
  return { variables: withSecretFiles({ ...fromFile, ...process.env }), settingsFile: fromFile && path }
}

function readDotEnv(path: string): Record<string, string | undefined> | undefined {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError([`${path} cannot be read: ${(cause as Error).message}`], { cause })
  }
}
