import SqliteHandle from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { addAlertIsSent } from './alert-is-sent-column.ts'
import { createAlertStore } from './alert-store.ts'
import { createAlerts } from './alerts-table.ts'
import type { Schema } from './schema.ts'

test('alerts from before the migration count as sent', async () => {
  const handle = new SqliteHandle(':memory:')
  const database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: handle }) })
  await createAlerts(database as Kysely<unknown>)
  handle.exec("insert into alerts values ('a', 1000)")
  await addAlertIsSent(database as Kysely<unknown>)
  expect(await createAlertStore(database).claim('a', 1e12, undefined)).toBe('sent')
  await database.destroy()
})
