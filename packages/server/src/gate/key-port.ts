import type { KeyChanges, KeyLimits, KeyMode } from '../key-limits.ts'
import type { Account, Plan } from '../money/account.ts'

/** The authenticated sender of a request: a key and its account. */
export interface Caller {
  readonly keyId: string
  readonly accountId: string
  readonly accountName: string
  readonly plan: Plan
  /** Rate limit of the key in requests per minute. */
  readonly requestsPerMinute: number
  /** Null for a key without limits, as most keys are. */
  readonly limits: KeyLimits | null
  /** Null: the server's setting applies. */
  readonly mode: KeyMode | null
}

/** A key as it is stored. Times are Unix milliseconds. */
export interface KeyRow extends KeyLimits {
  readonly id: string
  readonly accountId: string
  readonly accountName: string
  /** First characters of the key: enough to distinguish keys, too few to use one. */
  readonly preview: string
  readonly plan: Plan
  /** `null`: the server's default applies. */
  readonly requestsPerMinute: number | null
  /** `null`: the server's setting applies. */
  readonly mode: KeyMode | null
  readonly tags: readonly string[]
  /** End of the grace period of the replaced key; null if none was replaced. */
  readonly previousUntil: number | null
  readonly createdAt: number
  readonly revokedAt: number | null
}

/** A key that is to be stored. */
export interface NewKey {
  /** Hex SHA-256 of the key. The key itself is never stored. */
  readonly hash: string
  readonly preview: string
  readonly requestsPerMinute: number | null
  readonly changes?: KeyChanges
}

/** Accounts and keys. Account names are unique. Creating a key under an unknown name creates the account. */
export interface KeyStore {
  /**
   * The caller of a key that is not revoked; blocked and expired keys have one too. A change by another process takes effect
   * some milliseconds later. A replaced key keeps its limits until its grace period ends.
   */
  findCaller(keyHash: string): Promise<Caller | undefined>
  /** True if this process knows callers that it would find even while the store does not respond. */
  knowsCallers(): boolean
  /** Sets `plan` and `budgetMicroCents`, if given, on the account, also on an existing one. */
  createKey(account: { name: string; plan?: Plan; budgetMicroCents?: number }, key: NewKey): Promise<KeyRow>
  /** Finds the key by id or preview; undefined if no live key matches, or if two share the preview. */
  changeKey(idOrPreview: string, changes: KeyChanges): Promise<KeyRow | undefined>
  /**
   * Stores a new hash. The previous key works until `previousUntil`, or until the key expires. The key before it stops
   * working.
   */
  rotateKey(
    idOrPreview: string,
    next: Pick<NewKey, 'hash' | 'preview'> & { readonly previousUntil: number },
  ): Promise<KeyRow | undefined>
  /** Finds the key by id or preview; false if no live key matches. */
  revokeKey(idOrPreview: string): Promise<boolean>
  listKeys(): Promise<readonly KeyRow[]>
  countKeys(): Promise<number>
  listAccounts(): Promise<readonly (Account & { readonly credentials: readonly string[] })[]>
  findAccount(name: string): Promise<Account | undefined>
}
