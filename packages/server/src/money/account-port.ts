import type { Account, Plan } from './account.ts'
import type { RequestOnce } from './ledger-port.ts'

/** The result of recording a payment. */
export type SettleOutcome =
  /** Recorded. `microCents` is 0 if the same request was recorded before. */
  | { readonly kind: 'settled'; readonly account: Account; readonly microCents: number }
  /** The payment exceeds the amount owed. Nothing was changed. */
  | { readonly kind: 'too-much'; readonly owedMicroCents: number }
  /** The idempotency key was used for another request. */
  | { readonly kind: 'mismatch' }

/** Counts of the rows that were deleted with an account, and the balances of its ledger, which is kept. */
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

/** Changes of accounts by the operator. Methods resolve to undefined for an unknown account name. */
export interface AccountStore {
  /** Undefined if the name is in use. */
  create(account: { name: string; plan: Plan; budgetMicroCents: number }): Promise<Account | undefined>
  setPlan(name: string, plan: Plan): Promise<Account | undefined>
  /**
   * Adds to the budget, at most once for each idempotency key.
   * @throws {RangeError} when the sum exceeds the largest exact number.
   */
  addBudget(
    name: string,
    microCents: number,
    once?: RequestOnce,
  ): Promise<{ readonly kind: 'added'; readonly account: Account } | { readonly kind: 'mismatch' } | undefined>
  /**
   * Records a payment against the account's balance, at most once for each idempotency key. `amount` is in micro-cents.
   */
  settle(name: string, amount: number | 'all', once?: RequestOnce): Promise<SettleOutcome | undefined>
  /** Deletes the account with all its data. Its ledger is kept without its identity. */
  delete(name: string): Promise<DeletedAccount | undefined>
  /** Removes data that requests in flight have stored for accounts deleted within the last day. */
  sweepDeleted(): Promise<void>
}
