import { readFileSync, rmSync } from 'node:fs'
import type { Variables } from './environment.ts'
import { parseServer } from './server-address.ts'
import type { UserPaths } from './user-paths.ts'
import { writeFileWhole } from './write-file-whole.ts'

/** A server and the key for it. */
export interface Account {
  /** Base address without `/v1` and without a slash at the end. */
  readonly server: string
  readonly key: string
}

/** An account and its source. */
export interface FoundAccount extends Account {
  readonly source: 'environment' | 'file'
}

/**
 * The account of PLEAT_SERVER and PLEAT_KEY if both are set, else the stored one; undefined without any.
 * @throws {Error} when the account cannot be read or is invalid.
 */
export function readAccount(paths: UserPaths, variables: Variables): FoundAccount | undefined {
  const { PLEAT_SERVER: server, PLEAT_KEY: key } = variables
  if (server?.trim() && key?.trim()) {
    try {
      return { server: parseServer(server), key: checkKey(key), source: 'environment' }
    } catch (cause) {
      throw new Error(`PLEAT_SERVER and PLEAT_KEY: ${(cause as Error).message}`, { cause })
    }
  }
  const text = readIfExists(paths.accountFile)
  if (text === undefined) return undefined
  try {
    const { server, key } = JSON.parse(text) as Partial<Account>
    return { server: parseServer(String(server)), key: checkKey(String(key)), source: 'file' }
  } catch (cause) {
    throw new Error(`${paths.accountFile} is not valid; run "pleat login" again`, { cause })
  }
}

/** A sentence about PLEAT_SERVER or PLEAT_KEY if it is set alone and therefore ignored; undefined otherwise. */
export function ignoredVariable({ PLEAT_SERVER: server, PLEAT_KEY: key }: Variables): string | undefined {
  const hasServer = Boolean(server?.trim())
  if (hasServer === Boolean(key?.trim())) return undefined
  const [ignored, missing] = hasServer ? ['PLEAT_SERVER', 'PLEAT_KEY'] : ['PLEAT_KEY', 'PLEAT_SERVER']
  return `${ignored} is ignored, because ${missing} is not set`
}

/** The account to use, or the reason why the configured one cannot be used. */
export interface UsableAccount {
  /** Undefined if none is configured, or if there is a problem. */
  readonly account: FoundAccount | undefined
  /** Text for the user; undefined without a problem. */
  readonly problem: string | undefined
}

/** No account, so that nothing is sent. */
export const NO_ACCOUNT: UsableAccount = { account: undefined, problem: undefined }

/** Like `readAccount`, but an error becomes a problem. */
export function findAccount(paths: UserPaths, variables: Variables): UsableAccount {
  try {
    return { account: readAccount(paths, variables), problem: undefined }
  } catch (error) {
    return { account: undefined, problem: error instanceof Error ? error.message : 'the account cannot be read' }
  }
}

/** Stores an account, readable by the user alone. */
export function writeAccount(paths: UserPaths, { server, key }: Account): void {
  writeFileWhole(paths.accountFile, `${JSON.stringify({ server, key }, undefined, 2)}\n`, 0o600)
}

/** Removes the stored account; false if none is stored. */
export function removeAccount(paths: UserPaths): boolean {
  const wasStored = readIfExists(paths.accountFile) !== undefined
  rmSync(paths.accountFile, { force: true })
  return wasStored
}

/**
 * The key without white space at its ends.
 * @throws {Error} when it cannot be sent in a header.
 */
export function checkKey(text: string): string {
  const key = text.trim()
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) throw new Error('a key must be 8 to 512 printable characters without spaces')
  return key
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
