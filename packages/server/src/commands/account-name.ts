import { closestName } from '../config/closest-name.ts'
import type { KeyStore } from '../gate/key-port.ts'
import type { Account } from '../money/account.ts'
import { ACCOUNT_NAME } from '../openapi/field.ts'
import { UsageError } from './usage-error.ts'

/**
 * The account name that was typed for `option`.
 * @throws {UsageError} when it is not a valid name.
 */
export function readAccountName(text: string, option: string): string {
  const parsed = ACCOUNT_NAME.safeParse(text)
  if (parsed.success) return parsed.data
  throw new UsageError(`${option} ${parsed.error.issues[0]!.message}`)
}

/**
 * The account with this name.
 * @throws {Error} of `unknownAccount`
 */
export async function requireAccount(keys: KeyStore, name: string): Promise<Account> {
  const account = await keys.findAccount(name)
  if (account) return account
  throw await unknownAccount(keys, name)
}

/** The error for an unknown account, with the closest known name. */
export async function unknownAccount(keys: KeyStore, name: string): Promise<Error> {
  const accounts = await keys.listAccounts()
  const names = accounts.map((other) => other.name)
  const closest = closestName(name, names)
  const remedy = closest ? `did you mean "${closest}"?` : 'see: pleat-server accounts list'
  return new Error(`no account is named "${name}"; ${remedy}`)
}
