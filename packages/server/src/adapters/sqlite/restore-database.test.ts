import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUpDatabase } from './backup-database.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { restoreDatabase } from './restore-database.ts'

let directory = ''
let dataDir = ''
let file = ''
let secretFile = ''

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-restore-'))
  dataDir = join(directory, 'data')
  file = join(directory, 'backup.db')
  secretFile = join(directory, 'backup.db.secret')
  await (await openSqliteStore({ dataDir, requestsPerMinute: 1 })).close()
  await backUpDatabase({ dataDir, file, overwrites: false, onProgress() {} })
  const store = await openSqliteStore({ dataDir, requestsPerMinute: 1 })
  await store.accounts.create({ name: 'later', plan: 'free', budgetMicroCents: 0 })
  await store.close()
  writeFileSync(join(dataDir, 'secret'), 'the old secret')
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

const restore = () => restoreDatabase({ dataDir, file, secretFile, overwrites: true, now: 0, onStep() {} })

async function accounts(): Promise<number> {
  const store = await openSqliteStore({ dataDir, requestsPerMinute: 1 })
  const { length } = await store.keys.listAccounts()
  await store.close()
  return length
}

test('a restore brings the database and its secret, and keeps both replaced files', async () => {
  writeFileSync(secretFile, 'the secret of the backup')
  const { replaced } = await restore()
  expect(await accounts()).toBe(0)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('the secret of the backup')
  expect(readFileSync(join(replaced!, 'secret'), 'utf8')).toBe('the old secret')
  expect(readdirSync(replaced!).sort()).toEqual(['pleat.db', 'secret'])
})

test('a restore whose secret cannot be copied leaves the database and the secret unchanged', async () => {
  mkdirSync(secretFile)
  await expect(restore()).rejects.toThrow()
  expect(await accounts()).toBe(1)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('the old secret')
  expect(readdirSync(dataDir).sort()).toEqual(['in-use', 'pleat.db', 'secret'])
})

test('the leftovers of a killed restore whose process had the same id are removed', async () => {
  writeFileSync(secretFile, 'the secret of the backup')
  for (const name of ['pleat.db', 'secret']) writeFileSync(join(dataDir, `${name}.${process.pid}.new`), 'half')
  const { replaced } = await restore()
  expect(await accounts()).toBe(0)
  expect(readdirSync(dataDir).sort()).toEqual(['in-use', 'pleat.db', basename(replaced!), 'secret'])
})
