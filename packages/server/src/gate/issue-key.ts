import { randomBytes } from 'node:crypto'
import type { KeyChanges } from '../key-limits.ts'
import type { Account, Plan } from '../money/account.ts'
import { hashKey, newKey, previewKey } from './key-format.ts'
import type { KeyRow, KeyStore } from './key-port.ts'

/** Whose key it shall be and what it may; plan and budget, where given, are set on the account. */
export interface NewKeyWishes {
  readonly account: string
  readonly plan?: Plan
  readonly budgetMicroCents?: number
  readonly requestsPerMinute?: number
  readonly changes?: KeyChanges
}

/** Makes a key and stores its hash. The result is the only place where the key itself is. */
export async function issueKey(
  keys: KeyStore,
  wishes: NewKeyWishes,
): Promise<{ key: string; row: KeyRow; account: Account }> {
  const key = newKey(randomBytes)
  const { account: name, requestsPerMinute = null, changes = {}, ...accountWishes } = wishes
  const row = await keys.createKey(
    { name, ...accountWishes },
    { hash: hashKey(key), preview: previewKey(key), requestsPerMinute, changes },
  )
  const account = await keys.findAccount(name)
  if (!account) throw new Error(`account "${name}" was removed meanwhile`)
  return { key, row, account }
}

/** Replaces a live key; the one before works until `previousUntil`. Undefined when there is no such key. */
export async function rotateKey(
  keys: KeyStore,
  { idOrPreview, previousUntil }: { idOrPreview: string; previousUntil: number },
): Promise<{ key: string; row: KeyRow } | undefined> {
  const key = newKey(randomBytes)
  const row = await keys.rotateKey(idOrPreview, { hash: hashKey(key), preview: previewKey(key), previousUntil })
  return row && { key, row }
}
