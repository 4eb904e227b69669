import type { Account, Plan } from './ports.ts'

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

/** What came of settling. */
export type SettleOutcome =
  /** Taken off now, or before by the same request; then `microCents` is 0. */
  | { readonly kind: 'settled'; readonly account: Account; readonly microCents: number }
  /** More than is owed. Nothing was changed. */
  | { readonly kind: 'too-much'; readonly owedMicroCents: number }
  /** The idempotency key was used for another request. */
  | { readonly kind: 'mismatch' }

/** How much went with an account, and what its ledger, which stays, adds up to. */
export interface DeletedAccount {
  readonly name: string
  readonly keys: number
  readonly credentials: number
  readonly sessions: number
  readonly usageRows: number
  readonly turns: number
  readonly objects: number
  readonly ledgerEntries: number
  readonly budgetMicroCents: number
  readonly owedMicroCents: number
}

/** Changes of accounts by the operator. An unknown name gives undefined. */
export interface AccountStore {
  /** Undefined when there is an account of that name already. */
  create(account: { name: string; plan: Plan; budgetMicroCents: number }): Promise<Account | undefined>
  setPlan(name: string, plan: Plan): Promise<Account | undefined>
  /**
   * Adds to the budget, at most once for each idempotency key.
   * @throws {RangeError} when the sum is more than a number holds exactly.
   */
  addBudget(
    name: string,
    microCents: number,
    once?: RequestOnce,
  ): Promise<{ readonly kind: 'added'; readonly account: Account } | { readonly kind: 'mismatch' } | undefined>
  /** Takes an amount that was paid, or all, off what the account owes, at most once for each idempotency key. */
  settle(name: string, amount: number | 'all', once?: RequestOnce): Promise<SettleOutcome | undefined>
  /** Deletes it with everything of it; its ledger stays without its identity. */
  delete(name: string): Promise<DeletedAccount | undefined>
  /** Removes what requests under way have written down for accounts that were deleted within the last day. */
  sweepDeleted(): Promise<void>
}
