import { closestName } from '../config/closest-name.ts'
import type { KeyStore } from '../gate/key-port.ts'
import { ACCOUNT_NAME } from '../openapi/field.ts'
import { WrongUse } from './wrong-use.ts'

/**
 * The name of an account, as typed for `option`.
 * @throws {WrongUse} when it cannot be one.
 */
export function readAccountName(text: string, option: string): string {
  const parsed = ACCOUNT_NAME.safeParse(text)
  if (parsed.success) return parsed.data
  throw new WrongUse(`${option} ${parsed.error.issues[0]!.message}`)
}

/** The error for an account that is not there, with the name that was probably meant. */
export async function unknownAccount(keys: KeyStore, name: string): Promise<Error> {
  const accounts = await keys.listAccounts()
  const names = accounts.map((other) => other.name)
  const closest = closestName(name, names)
  return new Error(`no account is named "${name}"${closest ? `; did you mean "${closest}"?` : ''}`)
}
