import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillStore } from '../adapters/filled-store.fixture.ts'
import { openSqliteStore } from '../adapters/sqlite/open-sqlite-store.ts'
import { runHere } from './run-here.fixture.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-delete-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('accounts delete needs --yes, prints the number of deleted rows, and fails for an account that is gone', async () => {
  const store = await openSqliteStore({ dataDir: join(directory, 'data'), requestsPerMinute: 1 })
  await fillStore(store)
  await store.close()
  const run = (line: string) => runHere(line.split(' '), { directory })
  const unsure = await run('accounts delete anna')
  expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining('nothing was deleted; add --yes')])
  const deleted = await run('accounts delete anna --yes --json')
  expect(JSON.parse(deleted.stdout)).toEqual({
    account: 'anna',
    deleted: true,
    keys: 1,
    credentials: 1,
    sessions: 2,
    usage_rows: 1,
    requests: 1,
    objects: 1,
    kept_ledger_entries: 2,
    kept_owed_cents: 0,
  })
  expect(await run('accounts delete anna --yes')).toMatchObject({ code: 1 })
  const other = await run('accounts delete bert --yes')
  expect(other.stdout).toMatch(
    /^Deleted account bert: 1 key, 1 credential, 2 sessions, 1 object, 1 usage row, 1 request\./,
  )
})
