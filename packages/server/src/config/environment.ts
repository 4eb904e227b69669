import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from './config-error.ts'
import { withSecretFiles } from './secret-files.ts'

/** The variables of the process and of `.env`. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Path of the `.env` file; undefined without one. */
  readonly settingsFile: string | undefined
}

/**
 * Reads the variables of the process, of a `.env` file in `directory`, and of files of secrets. Variables of the
 * process take precedence. No other module reads settings from the environment.
 * @throws {ConfigError} when the `.env` file or a file of a secret cannot be read.
 */
export function loadEnvironment(
  directory: string = process.cwd(),
  own: Environment['variables'] = process.env,
): Environment {
  const path = join(directory, '.env')
  const fromFile = readDotEnv(path)
  return { variables: withSecretFiles({ ...fromFile, ...own }), settingsFile: fromFile && path }
}

function readDotEnv(path: string): Record<string, string | undefined> | undefined {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError([`${path} cannot be read: ${(cause as Error).message}`], { cause })
  }
}
