import { randomBytes } from 'node:crypto'
import type { KeyChanges } from '../key-limits.ts'
import type { Account, Plan } from '../money/account.ts'
import { hashKey, newKey, previewKey } from './key-format.ts'
import type { KeyRow, KeyStore } from './key-port.ts'

/** The account and the limits of a new key. `plan` and `budgetMicroCents`, if given, are set on the account. */
export interface NewKeyRequest {
  readonly account: string
  readonly plan?: Plan
  readonly budgetMicroCents?: number
  readonly requestsPerMinute?: number
  readonly changes?: KeyChanges
}

/** Creates a key and stores its hash. Only the result contains the key itself. */
export async function issueKey(
  keys: KeyStore,
  request: NewKeyRequest,
): Promise<{ key: string; row: KeyRow; account: Account }> {
  const key = newKey(randomBytes)
  const { account: name, requestsPerMinute = null, changes = {}, ...accountChanges } = request
  const row = await keys.createKey(
    { name, ...accountChanges },
    { hash: hashKey(key), preview: previewKey(key), requestsPerMinute, changes },
  )
  const account = await keys.findAccount(name)
  if (!account) throw new Error(`account "${name}" was deleted while its key was created; run the command again`)
  return { key, row, account }
}

/**
 * Replaces a live key. The old one works until `previousUntil`, or until the key expires. Undefined if no live key
 * matches.
 */
export async function rotateKey(
  keys: KeyStore,
  { idOrPreview, previousUntil }: { idOrPreview: string; previousUntil: number },
): Promise<{ key: string; row: KeyRow } | undefined> {
  const key = newKey(randomBytes)
  const row = await keys.rotateKey(idOrPreview, { hash: hashKey(key), preview: previewKey(key), previousUntil })
  return row && { key, row }
}
