import SqliteHandle from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { createAccountStore } from './account-store.ts'
import { migrateToLatest } from './migrations.ts'
import type { Schema } from './schema.ts'
import { verifyLedger } from './verify-ledger.ts'

test.each([
  ['balances', 10, 0],
  ['does not balance', 11, 1],
])(
  'a ledger that %s is checked correctly although its account is deleted during the check',
  async (_, budget, found) => {
    const handle = new SqliteHandle(':memory:')
    const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: handle }) })
    await migrateToLatest(database)
    const accounts = createAccountStore(database, { now: () => 7 })
    await accounts.create({ name: 'left', plan: 'free', budgetMicroCents: 10 })
    await accounts.create({ name: 'stays', plan: 'free', budgetMicroCents: 10 })
    await database.updateTable('accounts').set({ budget_micro_cents: budget }).where('name', '=', 'left').execute()
    let isDeleted = false
    const during = database.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isDeleted) {
          isDeleted = true
          await accounts.delete('left')
        }
        return result
      },
    })
    const findings = await verifyLedger(during)
    expect(isDeleted).toBe(true)
    expect(findings.map(({ accountName }) => accountName)).toEqual([expect.stringMatching(/^deleted /), 'stays'])
    expect(findings.flatMap(({ problems }) => problems)).toHaveLength(found)
    await database.destroy()
  },
)
