import type { KeyChanges, KeyLimits, KeyMode } from '../key-limits.ts'
import type { Account, Plan } from '../money/account.ts'

/** Who is asking: the result of a good key. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
  readonly accountName: string
  readonly plan: Plan
  /** Requests a minute that this key may make. */
  readonly requestsPerMinute: number
  /** Null where there are none to check, as of most keys. */
  readonly limits: KeyLimits | null
  /** Null: the server's setting applies. */
  readonly mode: KeyMode | null
}

export interface KeyRow extends KeyLimits {
  readonly id: string
  readonly accountId: string
  readonly accountName: string
  /** First characters of the key, enough to tell keys apart and useless for anything else. */
  readonly preview: string
  readonly plan: Plan
  /** `null`: the server's default applies. */
  readonly requestsPerMinute: number | null
  /** `null`: the server's setting applies. */
  readonly mode: KeyMode | null
  readonly tags: readonly string[]
  /** Until when the key that this one replaced works; null where none does. */
  readonly previousUntil: number | null
  readonly createdAt: number
  readonly revokedAt: number | null
}

export interface NewKey {
  /** Hex SHA-256 of the key. The key itself is never stored. */
  readonly hash: string
  readonly preview: string
  readonly requestsPerMinute: number | null
  readonly changes?: KeyChanges
}

/** Accounts and keys. A name names one account; creating a key under an unknown name creates the account. */
export interface KeyStore {
  /**
   * The caller of a key that is not revoked, whether it is blocked or expired or not. Changes by another process count
   * some milliseconds later. The limits of a replaced key end with its grace time.
   */
  findCaller(keyHash: string): Promise<Caller | undefined>
  /** `plan` and `budgetMicroCents`, where given, are set on the account, also when it exists. */
  createKey(account: { name: string; plan?: Plan; budgetMicroCents?: number }, key: NewKey): Promise<KeyRow>
  /** By id or preview; undefined when there is no such live key, or when two share the preview. */
  changeKey(idOrPreview: string, changes: KeyChanges): Promise<KeyRow | undefined>
  /** Gives the key a new hash; the one before works until `previousUntil`, and the one before that no longer. */
  rotateKey(
    idOrPreview: string,
    next: Pick<NewKey, 'hash' | 'preview'> & { readonly previousUntil: number },
  ): Promise<KeyRow | undefined>
  /** By id or preview; false when there is no such live key. */
  revokeKey(idOrPreview: string): Promise<boolean>
  listKeys(): Promise<readonly KeyRow[]>
  countKeys(): Promise<number>
  listAccounts(): Promise<readonly (Account & { readonly credentials: readonly string[] })[]>
  findAccount(name: string): Promise<Account | undefined>
}
