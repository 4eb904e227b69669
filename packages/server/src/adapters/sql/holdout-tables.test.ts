import SqliteHandle from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { createFirstTables } from './first-tables.ts'
import { createHoldoutTables } from './holdout-tables.ts'
import { migrateToLatest } from './migrations.ts'
import type { Schema } from './schema.ts'
import { addUsageMoney } from './usage-money-columns.ts'
import { createUsageStore } from './usage-store.ts'

function open(): { handle: InstanceType<typeof SqliteHandle>; database: Kysely<Schema> } {
  const handle = new SqliteHandle(':memory:')
  return { handle, database: new Kysely<Schema>({ dialect: new SqliteDialect({ database: handle }) }) }
}

test('usage from before the migration counts as neither observed, held out nor priced', async () => {
  const { handle, database } = open()
  await createFirstTables(database as Kysely<unknown>)
  handle.exec("insert into usage values ('k', '2026-11-20', 'm', 'a', 3, 1, 0, 100, 60, 59, 0, 9)")
  await createHoldoutTables(database as Kysely<unknown>)
  await addUsageMoney(database as Kysely<unknown>)
  expect(await createUsageStore(database).list({})).toMatchObject([
    { requests: 3, originalTokens: 100, observed: 0, observedSavedTokens: 0, heldOut: 0, pricedRequests: 0 },
  ])
  await database.destroy()
})

test('a skipped migration may run after later ones', async () => {
  const { handle, database } = open()
  expect(await migrateToLatest(database)).toBe(true)
  expect(await migrateToLatest(database)).toBe(false)
  handle.exec("delete from kysely_migration where name = '0005-usage-by-account'; drop index usage_by_account")
  expect(await migrateToLatest(database)).toBe(true)
  expect(handle.prepare("select count(*) from sqlite_master where name = 'usage_by_account'").pluck().get()).toBe(1)
  await database.destroy()
})
