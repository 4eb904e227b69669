import { randomBytes } from 'node:crypto'
import type { Account, KeyRow, KeyStore, Plan } from '../ports.ts'
import { hashKey, newKey, previewKey } from './key-format.ts'

/** Whose key it shall be and what it may; plan and budget, where given, are set on the account. */
export interface NewKeyWishes {
  readonly account: string
  readonly plan?: Plan
  readonly budgetMicroCents?: number
  readonly requestsPerMinute?: number
}

/** Makes a key and stores its hash. The result is the only place where the key itself is. */
export async function issueKey(
  keys: KeyStore,
  wishes: NewKeyWishes,
): Promise<{ key: string; row: KeyRow; account: Account }> {
  const key = newKey(randomBytes)
  const { account: name, requestsPerMinute = null, ...changes } = wishes
  const row = await keys.createKey(
    { name, ...changes },
    { hash: hashKey(key), preview: previewKey(key), requestsPerMinute },
  )
  const account = await keys.findAccount(name)
  if (!account) throw new Error(`account "${name}" was removed meanwhile`)
  return { key, row, account }
}
