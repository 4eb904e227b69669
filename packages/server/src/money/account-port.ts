import type { Account, Plan } from './account.ts'
import type { RequestOnce } from './ledger-port.ts'

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
