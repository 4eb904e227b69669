import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import { presentVariables, SECRET_SETTINGS } from './variables.ts'

/** Suffix of a variable that names the file of a secret. */
const FILE_SUFFIX = '_FILE'

/** All variables that name the file of a secret. */
export const SECRET_FILE_NAMES: readonly string[] = Object.keys(SECRET_SETTINGS).map((name) => name + FILE_SUFFIX)

/** More than any secret takes, including PLEAT_UPSTREAMS as JSON. */
const MAX_BYTES = 1024 * 1024
const READABLE_BY_OTHERS = 0o004

/**
 * Adds the secrets that `NAME_FILE` variables name, as orchestrators mount them. White space at the ends of a file is
 * not part of its secret.
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

/** Warnings about files of secrets that every user of the machine can read. */
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
  if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; at most ${MAX_BYTES} are allowed`)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret === '') throw new Error('it is empty')
  return secret
}
