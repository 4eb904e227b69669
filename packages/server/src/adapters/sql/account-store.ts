import type { Kysely, Transaction } from 'kysely'
import type { AccountStore } from '../../money/account-port.ts'
import type { RequestOnce } from '../../money/ledger-port.ts'
import type { Clock } from '../../ports.ts'
import { newId, toAccount } from './account-row.ts'
import { appendEntry } from './append-entry.ts'
import { deleteAccount, sweepDeleted } from './delete-account.ts'
import { findOnce } from './find-once.ts'
import { lockAccount } from './lock-account.ts'
import type { Schema } from './schema.ts'
import { settleOwed } from './settle-owed.ts'

/** The operator's changes of accounts. Each change of a budget has its entry in the ledger. */
export function createAccountStore(database: Kysely<Schema>, clock: Clock): AccountStore {
  return {
    create: ({ name, plan, budgetMicroCents }) =>
      database.transaction().execute(async (transaction) => {
        const now = clock.now()
        const row = await transaction
          .insertInto('accounts')
          .values({ id: newId('account'), name, plan, budget_micro_cents: budgetMicroCents, created_at: now })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!row) return undefined
        if (budgetMicroCents > 0) {
          const amount = { amountMicroCents: budgetMicroCents, balanceMicroCents: budgetMicroCents }
          await appendEntry(transaction, { accountId: row.id, book: 'budget', kind: 'opening', ...amount, now })
        }
        return toAccount(row)
      }),
    async setPlan(name, plan) {
      const row = await database
        .updateTable('accounts')
        .set({ plan })
        .where('name', '=', name)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      return row && toAccount(row)
    },
    addBudget: (name, microCents, once) =>
      database.transaction().execute((transaction) => addBudget(transaction, { name, microCents, once, clock })),
    settle: (name, amount, once) =>
      database
        .transaction()
        .execute((transaction) => settleOwed(transaction, { name, amount, once, now: clock.now() })),
    delete: (name) => deleteAccount(database, name, clock.now()),
    sweepDeleted: () => sweepDeleted(database, clock.now()),
  }
}

async function addBudget(
  transaction: Transaction<Schema>,
  addition: { name: string; microCents: number; once: RequestOnce | undefined; clock: Clock },
) {
  const { name, microCents, once, clock } = addition
  const before = await lockAccount(transaction, name)
  if (!before) return undefined
  const repeated = once && (await findOnce(transaction, before.id, once.keyHash))
  if (repeated !== undefined) {
    return repeated === once?.bodyHash
      ? ({ kind: 'added', account: toAccount(before) } as const)
      : ({ kind: 'mismatch' } as const)
  }
  if (!Number.isSafeInteger(before.budget_micro_cents + microCents)) {
    throw new RangeError('The budget would exceed the largest amount that can be represented exactly.')
  }
  const row = await transaction
    .updateTable('accounts')
    .set(({ eb }) => ({ budget_micro_cents: eb('budget_micro_cents', '+', microCents) }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const amount = { amountMicroCents: microCents, balanceMicroCents: row.budget_micro_cents }
  await appendEntry(transaction, {
    accountId: row.id,
    book: 'budget',
    kind: 'budget-added',
    ...amount,
    now: clock.now(),
    once,
  })
  return { kind: 'added', account: toAccount(row) } as const
}
