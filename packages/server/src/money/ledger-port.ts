import type { Plan } from './account.ts'

/**
 * The balance that an entry changes: the remaining budget or the amount owed. Charges lower the budget of free accounts
 * and raise the amount owed by pro accounts.
 */
export type LedgerBook = 'budget' | 'owed'

/** The cause of a change of a balance. */
export type LedgerKind = 'opening' | 'budget-added' | 'budget-set' | 'charge' | 'settled'

/** One entry of an account's ledger. A balance is the sum of the entries of its book. */
export interface LedgerEntry {
  readonly accountId: string
  /** 1, 2, 3 and so on within the account. */
  readonly sequence: number
  readonly book: LedgerBook
  readonly kind: LedgerKind
  /** Whole micro-cents; negative if the balance fell. */
  readonly amountMicroCents: number
  /** The balance after this entry, in whole micro-cents. */
  readonly balanceMicroCents: number
  /** Unix milliseconds. */
  readonly createdAt: number
  /** Null for entries that are not charges. */
  readonly charge: ChargeDetails | null
}

/** The figures from which the amount of a charge was computed. */
export interface ChargeDetails {
  readonly keyId: string
  readonly savedTokens: number
  /** A name of the price table, never text of the request. */
  readonly priceName: string
  readonly microDollarsPerMillion: number
  readonly sharePercent: number
  /** The fee before it was limited to the remaining budget of a free account. */
  readonly fullMicroCents: number
}

/** One use of an `Idempotency-Key`: the hashes of the key and of the request's body. */
export interface RequestOnce {
  readonly keyHash: string
  readonly bodyHash: string
}

/** A fee for one transcript view. */
export interface Charge {
  readonly accountId: string
  readonly keyId: string
  readonly savedTokens: number
  readonly priceName: string
  readonly microDollarsPerMillion: number
  /** The fee by plan, in whole micro-cents. The store applies the account's plan at the time of the charge. */
  readonly fees: Readonly<Record<Plan, { readonly microCents: number; readonly sharePercent: number }>>
  readonly once: RequestOnce | undefined
}

/** The result of a charge. */
export type ChargeOutcome =
  /** Charged, now or by an earlier repeat. `microCents` never exceeds the remaining budget of a free account. */
  | { readonly kind: 'charged'; readonly microCents: number; readonly plan: Plan }
  /** The budget of a free account is used up. */
  | { readonly kind: 'refused'; readonly plan: Plan; readonly budgetMicroCents: number }
  /** The idempotency key was used for another request. */
  | { readonly kind: 'mismatch' }

/** The plan and both balances of an account. */
export interface Balance {
  readonly plan: Plan
  readonly budgetMicroCents: number
  readonly owedMicroCents: number
}

/** The result of a check of one account's ledger; `problems` is empty if it balances. */
export interface LedgerFinding {
  readonly accountName: string
  readonly entries: number
  readonly budgetMicroCents: number
  readonly owedMicroCents: number
  readonly problems: readonly string[]
}

/** Balances and their ledger. A balance and its entry change in one transaction. */
export interface LedgerStore {
  findBalance(accountId: string): Promise<Balance | undefined>
  /** The hash of the body that the account used this idempotency key with; undefined for a new key. */
  findBodyHash(accountId: string, keyHash: string): Promise<string | undefined>
  /** Charges the fee and writes its entry in one transaction, at most once for each idempotency key. */
  charge(charge: Charge): Promise<ChargeOutcome>
  /** Entries, newest first, of sequence numbers below `before`. */
  list(accountId: string, page: { limit: number; before?: number }): Promise<readonly LedgerEntry[]>
  /** The newest entry that changed the budget and is no charge; undefined if there is none. */
  findNewestGrant(accountId: string): Promise<LedgerEntry | undefined>
  /** Adds up the entries of every account, and compares the sums with its balances at the moment of the call. */
  verify(): Promise<readonly LedgerFinding[]>
}
