import { readFileSync, rmSync } from 'node:fs'
import type { Variables } from './environment.ts'
import type { Places } from './places.ts'
import { parseServer } from './server-address.ts'
import { writeFileWhole } from './write-file-whole.ts'

/** A server and the key for it. */
export interface Account {
  /** Base address without `/v1` and without a slash at the end. */
  readonly server: string
  readonly key: string
}

/** Where an account came from, for people to see. */
export interface FoundAccount extends Account {
  readonly source: 'environment' | 'file'
}

/**
 * PLEAT_SERVER and PLEAT_KEY where both are set, else what `pleat login` has stored. Undefined when there is none.
 * @throws when the stored one cannot be read or understood.
 */
export function readAccount(places: Places, variables: Variables): FoundAccount | undefined {
  if (variables.PLEAT_SERVER && variables.PLEAT_KEY) {
    return { server: parseServer(variables.PLEAT_SERVER), key: checkKey(variables.PLEAT_KEY), source: 'environment' }
  }
  const text = readIfThere(places.accountFile)
  if (text === undefined) return undefined
  try {
    const { server, key } = JSON.parse(text) as Partial<Account>
    return { server: parseServer(String(server)), key: checkKey(String(key)), source: 'file' }
  } catch (cause) {
    throw new Error(`${places.accountFile} is not valid: run "pleat login" again`, { cause })
  }
}

/** As `readAccount`, for those who go on without one whatever is wrong. */
export function findAccount(places: Places, variables: Variables): FoundAccount | undefined {
  try {
    return readAccount(places, variables)
  } catch {
    return undefined
  }
}

/** Stores an account, readable by the user alone. */
export function writeAccount(places: Places, { server, key }: Account): void {
  writeFileWhole(places.accountFile, `${JSON.stringify({ server, key }, undefined, 2)}\n`, 0o600)
}

/** Removes the stored account; false when there was none. */
export function removeAccount(places: Places): boolean {
  const wasThere = readIfThere(places.accountFile) !== undefined
  rmSync(places.accountFile, { force: true })
  return wasThere
}

/**
 * A key as it goes into a header.
 * @throws when it cannot.
 */
export function checkKey(text: string): string {
  const key = text.trim()
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) throw new Error('a key must be 8 to 512 printable characters without spaces')
  return key
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
