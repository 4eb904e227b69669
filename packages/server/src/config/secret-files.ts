import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import { presentVariables, SECRET_SETTINGS } from './variables.ts'

const ENDING = '_FILE'

/** True for the name of a variable that holds the path of a file with a secret, such as PLEAT_SECRET_FILE. */
export function isSecretFile(name: string): boolean {
  return name.endsWith(ENDING) && Object.hasOwn(SECRET_SETTINGS, name.slice(0, -ENDING.length))
}

/**
 * The variables with each secret that stands in a file, as containers get them: `NAME_FILE` holds its path. The end of the
 * last line does not count.
 * @throws {ConfigError} when a file cannot be read, is empty, or when `NAME` is set too.
 */
export function withSecretFiles(
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const found: Record<string, string> = {}
  const problems: string[] = []
  const present = presentVariables(variables)
  for (const [name, path] of Object.entries(present)) {
    if (!isSecretFile(name)) continue
    const secret = name.slice(0, -ENDING.length)
    if (present[secret] !== undefined) problems.push(`${name} and ${secret} are both set; set one of them`)
    else read(name, path, (text) => Object.assign(found, { [secret]: text }), problems)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return { ...variables, ...found }
}

function read(name: string, path: string, keep: (text: string) => void, problems: string[]): void {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text === '') problems.push(`${name}: ${path} is empty`)
    else keep(text)
  } catch (error) {
    problems.push(`${name} must be the path of a file that can be read: ${(error as Error).message}`)
  }
}
