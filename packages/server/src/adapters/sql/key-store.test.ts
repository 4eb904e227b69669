import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../sqlite/connection.ts'
import { createKeyStore } from './key-store.ts'

test('createKey creates a new account if the existing one is deleted during the call', async () => {
  const { handle, database } = await connect(':memory:', { checksIntegrity: false })
  handle.exec(`insert into accounts (id, name, plan, budget_micro_cents, created_at)
    values ('old', 'anna', 'free', 0, 0)`)
  // Deletes the account after the first statement, as another process can with PostgreSQL.
  const deleting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length === 0) handle.exec(`delete from accounts where id = 'old'`)
      return result
    },
  }
  const keys = createKeyStore(database.withPlugin(deleting), { clock: { now: () => 0 }, requestsPerMinute: 1 })
  const key = { hash: 'hash', preview: 'preview', requestsPerMinute: null }
  const { accountId } = await keys.createKey({ name: 'anna' }, key)
  expect(accountId).not.toBe('old')
  expect((await keys.findAccount('anna'))?.id).toBe(accountId)
  await database.destroy()
})
