import type { Plan } from './account.ts'

/**
 * Which of an account's two figures an entry changes: the budget it has left, or what it owes. Free accounts pay from
 * their budget; pro accounts are billed, so their budget stays and what they owe grows.
 */
export type LedgerBook = 'budget' | 'owed'

/** Why a figure changed. */
export type LedgerKind = 'opening' | 'budget-added' | 'budget-set' | 'charge' | 'settled'

/** One entry of an account's ledger. The sum of a book's entries is that balance of the account. */
export interface LedgerEntry {
  readonly accountId: string
  /** 1, 2, 3 and so on within the account. */
  readonly sequence: number
  readonly book: LedgerBook
  readonly kind: LedgerKind
  /** Whole micro-cents; below zero where the figure fell. */
  readonly amountMicroCents: number
  /** The figure after this entry. */
  readonly balanceMicroCents: number
  readonly createdAt: number
  /** What a charge was made up of; null for the other kinds. */
  readonly charge: ChargeDetails | null
}

/** What a charge was made up of. */
export interface ChargeDetails {
  readonly keyId: string
  readonly savedTokens: number
  /** Of our table, never of the request. */
  readonly priceName: string
  readonly microDollarsPerMillion: number
  readonly sharePercent: number
  /** The fee before it was cut down to what a free budget had left. */
  readonly fullMicroCents: number
}

/** One use of an `Idempotency-Key`: its hash, and that of the request it came with. */
export interface RequestOnce {
  readonly keyHash: string
  readonly bodyHash: string
}

export interface Charge {
  readonly accountId: string
  readonly keyId: string
  readonly savedTokens: number
  readonly priceName: string
  readonly microDollarsPerMillion: number
  /** The fee by plan, whole micro-cents: which plan counts is decided when it is charged. */
  readonly fees: Readonly<Record<Plan, { readonly microCents: number; readonly sharePercent: number }>>
  readonly once: RequestOnce | undefined
}

/** What came of a charge. */
export type ChargeOutcome =
  /** Charged now, or before by the same request; `microCents` is never more than a free budget had left. */
  | { readonly kind: 'charged'; readonly microCents: number; readonly plan: Plan }
  /** A free budget that is used up. */
  | { readonly kind: 'refused'; readonly plan: Plan; readonly budgetMicroCents: number }
  /** The idempotency key was used for another request. */
  | { readonly kind: 'mismatch' }

/** What an account may spend. */
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

/** The money. Every change of a figure and its entry are one transaction. */
export interface LedgerStore {
  findBalance(accountId: string): Promise<Balance | undefined>
  /** The hash of the body that this idempotency key was used with by this account before. */
  findBodyHash(accountId: string, keyHash: string): Promise<string | undefined>
  /** Takes the fee and writes it down, atomically and at most once for each idempotency key. */
  charge(charge: Charge): Promise<ChargeOutcome>
  /** Newest first; `before` is a sequence number to go on below. */
  list(accountId: string, page: { limit: number; before?: number }): Promise<readonly LedgerEntry[]>
  /** Adds up every account's entries, those of one moment for each. */
  verify(): Promise<readonly LedgerFinding[]>
}
