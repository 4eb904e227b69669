import SqliteHandle from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { createFirstTables } from './first-tables.ts'
import { indexLedgerByGrant } from './ledger-by-grant.ts'
import { addLedgerLength } from './ledger-length-column.ts'
import { createLedgerStore } from './ledger-store.ts'
import { createLedgerTables } from './ledger-tables.ts'
import type { Schema } from './schema.ts'

test('budgets from before the ledger get an opening entry, and every ledger balances', async () => {
  const handle = new SqliteHandle(':memory:')
  const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: handle }) })
  await createFirstTables(database as Kysely<unknown>)
  handle.exec(`insert into accounts (id, name, plan, budget_micro_cents, created_at)
    values ('a', 'rich', 'free', 9007199254740991, 5), ('b', 'poor', 'pro', 0, 6)`)
  await createLedgerTables(database as Kysely<unknown>)
  await addLedgerLength(database as Kysely<unknown>)
  const ledger = createLedgerStore(database, { now: () => 7 })
  const [entry, ...others] = await ledger.list('a', { limit: 9 })
  expect(others).toEqual([])
  expect(entry).toMatchObject({ sequence: 1, kind: 'opening', amountMicroCents: Number.MAX_SAFE_INTEGER, createdAt: 5 })
  expect(await ledger.list('b', { limit: 9 })).toEqual([])
  expect((await ledger.verify()).flatMap(({ problems }) => problems)).toEqual([])
  await database.destroy()
})

test('the newest grant is found through its index, however many charges follow it', async () => {
  const handle = new SqliteHandle(':memory:')
  const plans: unknown[] = []
  const database = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: handle }),
    log: ({ query: { sql, parameters } }) => {
      if (sql.startsWith('select')) plans.push(...handle.prepare(`explain query plan ${sql}`).all(...parameters))
    },
  })
  await createFirstTables(database as Kysely<unknown>)
  await createLedgerTables(database as Kysely<unknown>)
  await indexLedgerByGrant(database as Kysely<unknown>)
  await createLedgerStore(database, { now: () => 7 }).findNewestGrant('a')
  expect(plans).toMatchObject([{ detail: 'SEARCH ledger USING INDEX ledger_by_grant (account_id=?)' }])
  await database.destroy()
})

test('a check detects a changed figure, amount, balance or entry', async () => {
  const tampering = [
    "update accounts set budget_micro_cents = 1 where id = 'a'",
    "update accounts set owed_micro_cents = 1 where id = 'a'",
    "update ledger set amount_micro_cents = -2 where account_id = 'a' and sequence = 2",
    "update ledger set balance_micro_cents = 8 where account_id = 'a' and sequence = 2",
    "update ledger set sequence = 4 where account_id = 'a' and sequence = 3",
    "update ledger set full_micro_cents = 2 where account_id = 'a' and sequence = 2",
    "delete from ledger where account_id = 'a' and sequence = 2",
    "delete from ledger where account_id = 'a' and sequence = 3",
  ]
  for (const statement of tampering) {
    const handle = new SqliteHandle(':memory:')
    const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: handle }) })
    await createFirstTables(database as Kysely<unknown>)
    handle.exec(`insert into accounts (id, name, plan, budget_micro_cents, created_at) values
      ('a', 'a', 'free', 10, 1), ('b', 'b', 'free', 10, 1)`)
    await createLedgerTables(database as Kysely<unknown>)
    await addLedgerLength(database as Kysely<unknown>)
    const ledger = createLedgerStore(database, { now: () => 7 })
    for (const accountId of ['a', 'b']) {
      for (let i = 0; i < 2; i++) {
        const fee = { microCents: 3, sharePercent: 30 }
        const price = { savedTokens: 1, priceName: 'm', microDollarsPerMillion: 1 }
        await ledger.charge({ accountId, keyId: 'k', ...price, fees: { free: fee, pro: fee }, once: undefined })
      }
    }
    const found = async () => (await ledger.verify()).map(({ problems }) => problems.length > 0)
    expect(await found()).toEqual([false, false])
    handle.exec(statement)
    expect([statement, await found()]).toEqual([statement, [true, false]])
    await database.destroy()
  }
})
