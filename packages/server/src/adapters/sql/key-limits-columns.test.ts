import SqliteHandle from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { NO_LIMITS } from '../../key-limits.ts'
import { createFirstTables } from './first-tables.ts'
import { createHoldoutTables } from './holdout-tables.ts'
import { addKeyLimits } from './key-limits-columns.ts'
import { createKeyStore } from './key-store.ts'
import { createLedgerTables } from './ledger-tables.ts'
import type { Schema } from './schema.ts'
import { addUsageMoney } from './usage-money-columns.ts'
import { createUsageStore } from './usage-store.ts'

test('keys and usage from before the migration have no limits and no bill, and can get both', async () => {
  const handle = new SqliteHandle(':memory:')
  const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: handle }) })
  await createFirstTables(database as Kysely<unknown>)
  await createLedgerTables(database as Kysely<unknown>)
  handle.exec(`insert into accounts (id, name, plan, budget_micro_cents, created_at) values ('a', 'a', 'free', 0, 1);
    insert into keys (id, account_id, hash, preview, requests_per_minute, created_at) values
      ('k1', 'a', 'h1', 'p1', 7, 1), ('k2', 'a', 'h2', 'p2', null, 2);
    insert into usage values ('k1', '2026-11-20', 'm', 'a', 1, 0, 0, 9, 8, 7, 6, 5)`)
  await addKeyLimits(database as Kysely<unknown>)
  await createHoldoutTables(database as Kysely<unknown>)
  await addUsageMoney(database as Kysely<unknown>)
  const keys = createKeyStore(database, { clock: { now: () => 5 }, requestsPerMinute: 100 })
  expect(await keys.findCaller('h1')).toMatchObject({ keyId: 'k1', requestsPerMinute: 7, limits: null })
  const nothing = { ...NO_LIMITS, tags: [], previousUntil: null, revokedAt: null }
  expect(await keys.listKeys()).toMatchObject([
    { id: 'k1', ...nothing },
    { id: 'k2', ...nothing },
  ])
  expect(await keys.changeKey('k2', { spending: { microCents: 3, period: 'day' } })).toMatchObject({ id: 'k2' })
  const usage = createUsageStore(database)
  expect((await usage.bills({ fromDay: '2026-01-01', untilDay: '2027-01-01' })).size).toBe(0)
  const [row] = await usage.list({})
  await usage.add([{ ...row!, billMicroCents: 4 }])
  expect(await usage.list({})).toMatchObject([{ requests: 2, outputTokens: 10, billMicroCents: 4 }])
  await database.destroy()
})
