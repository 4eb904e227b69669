import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../../config/config-error.ts'
import { StoreUnavailable } from '../../store-unavailable.ts'
import { describeStore } from '../store-contract.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

describeStore('SQLite store', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pleat-store-'))
  return {
    open: (options) => openSqliteStore({ ...options, dataDir }),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    dump: async () => dumpOf(join(dataDir, 'pleat.db')),
  }
})

function dumpOf(path: string): Map<string, object[]> {
  const handle = new SqliteHandle(path, { readonly: true })
  const names = handle.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[]
  const tables = new Map(names.map((name) => [name, handle.prepare(`select * from "${name}"`).all() as object[]]))
  handle.close()
  return tables
}

let dataDir = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pleat-store-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('a cached caller is found without reading the database again', async () => {
  const store = await openSqliteStore({ dataDir, requestsPerMinute: 1 })
  await store.keys.createKey({ name: 'a' }, { hash: 'h', preview: 'p', requestsPerMinute: null })
  await store.keys.findCaller('h')
  expect(await store.keys.findCaller('h')).toBe(await store.keys.findCaller('h'))
  await store.close()
})

test('a directory that cannot be created is refused with the name of its variable', async () => {
  writeFileSync(join(dataDir, 'file'), '')
  const opening = openSqliteStore({ dataDir: join(dataDir, 'file', 'data'), requestsPerMinute: 1 })
  await expect(opening).rejects.toThrow(ConfigError)
  await expect(opening).rejects.toThrow(/^PLEAT_DATA_DIR: \S+ cannot be used as the data directory: /)
})

test('a store made by a newer version is refused', async () => {
  await (await openSqliteStore({ dataDir, requestsPerMinute: 1 })).close()
  const handle = new SqliteHandle(join(dataDir, 'pleat.db'))
  handle.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '')")
  handle.close()
  await expect(openSqliteStore({ dataDir, requestsPerMinute: 1 })).rejects.toThrow(/newer version .*9999-future/)
})

test('a write that gets no lock in time fails as unavailable, changes nothing, and succeeds later', async () => {
  const store = await openSqliteStore({ dataDir, requestsPerMinute: 1 })
  const create = (name: string) => {
    return store.keys.createKey({ name }, { hash: name, preview: name, requestsPerMinute: null })
  }
  await create('first')
  const blocker = new SqliteHandle(join(dataDir, 'pleat.db'))
  blocker.exec('begin immediate')
  const waiting = create('second')
  await expect(waiting).rejects.toThrow(StoreUnavailable)
  blocker.exec('rollback')
  blocker.close()
  await create('third')
  expect((await store.keys.listKeys()).map(({ preview }) => preview)).toEqual(['first', 'third'])
  await store.close()
})
