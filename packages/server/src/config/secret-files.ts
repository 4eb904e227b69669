import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import { presentVariables, SECRET_SETTINGS } from './variables.ts'

/** At the end of the name of a secret: the path of a file that holds it. */
export const FILE_SUFFIX = '_FILE'

/** The names of the variables that name files of secrets. */
export const SECRET_FILE_NAMES: readonly string[] = Object.keys(SECRET_SETTINGS).map((name) => name + FILE_SUFFIX)

/** Longer than any secret, upstreams as JSON included. */
const MAX_BYTES = 1024 * 1024
const READABLE_BY_OTHERS = 0o004

/**
 * The variables with the secrets of the files that `NAME_FILE` names, as orchestrators mount them. A line break at the end of
 * a file is no part of its secret.
 * @throws {ConfigError} when a file cannot be read or is empty, or when both `NAME` and `NAME_FILE` are set.
 */
export function withSecretFiles(
  record: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const present = presentVariables(record)
  const found: Record<string, string> = {}
  const problems: string[] = []
  for (const fileName of SECRET_FILE_NAMES) {
    const path = present[fileName]
    if (path === undefined) continue
    const name = fileName.slice(0, -FILE_SUFFIX.length)
    if (present[name] !== undefined) {
      problems.push(`${name} and ${fileName} are both set; keep one of them`)
      continue
    }
    try {
      found[name] = readSecretFile(path)
    } catch (cause) {
      problems.push(`${fileName}: ${path} cannot be used: ${(cause as Error).message}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.keys(found).length === 0 ? record : { ...record, ...found }
}

/** What to tell the operator about files of secrets that every user of the machine can read. */
export function secretFileWarnings(present: Readonly<Record<string, string>>): string[] {
  return SECRET_FILE_NAMES.flatMap((fileName) => {
    const path = present[fileName]
    const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || (stats.mode & READABLE_BY_OTHERS) === 0) return []
    return [`${fileName}: every user of this machine can read ${path}; restrict it with "chmod o-r"`]
  })
}

function readSecretFile(path: string): string {
  const { size } = statSync(path)
  if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, and a secret has at most ${MAX_BYTES}`)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret === '') throw new Error('it is empty')
  return secret
}
