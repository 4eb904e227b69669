import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from './config-error.ts'

/**
 * The variables of the process over those of a `.env` file in `directory`. The only place that reads either.
 * @throws {ConfigError} when there is a `.env` that cannot be read.
 */
export function loadEnvironment(directory: string = process.cwd()): Record<string, string | undefined> {
  return { ...readDotEnv(join(directory, '.env')), ...process.env }
}

function readDotEnv(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new ConfigError([`${path} cannot be read: ${(cause as Error).message}`], { cause })
  }
}
