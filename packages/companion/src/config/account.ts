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
 * @throws {Error} when the stored account cannot be read or is invalid.
 */
export function readAccount(paths: UserPaths, variables: Variables): FoundAccount | undefined {
  if (variables.PLEAT_SERVER?.trim() && variables.PLEAT_KEY?.trim()) {
    return { server: parseServer(variables.PLEAT_SERVER), key: checkKey(variables.PLEAT_KEY), source: 'environment' }
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

/** Like `readAccount`, but undefined also for an invalid account. */
export function findAccount(paths: UserPaths, variables: Variables): FoundAccount | undefined {
  try {
    return readAccount(paths, variables)
  } catch {
    return undefined
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
