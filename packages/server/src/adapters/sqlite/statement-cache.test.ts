import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { StoreUnavailable } from '../../store-unavailable.ts'
import { cacheStatements } from './statement-cache.ts'

test('a transaction on a full disk fails as unavailable and changes nothing, and the next one succeeds', async () => {
  const handle = new SqliteHandle(':memory:')
  handle.exec('create table notes (text)')
  const database = new Kysely<{ notes: { text: string } }>({
    dialect: new SqliteDialect({ database: cacheStatements(handle) }),
  })
  const write = (length: number) =>
    database.transaction().execute(async (transaction) => {
      await sql`insert into notes values ('small')`.execute(transaction)
      await sql`insert into notes values (zeroblob(${length}))`.execute(transaction)
    })
  handle.pragma('max_page_count = 10')
  await expect(write(1_000_000)).rejects.toThrow(StoreUnavailable)
  await write(10)
  expect(handle.prepare('select count(*) from notes').pluck().get()).toBe(2)
  await database.destroy()
})

test('a file that cannot be read when a statement is prepared fails as unavailable', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pleat-statements-'))
  const path = join(directory, 'pleat.db')
  writeFileSync(path, 'not a database '.repeat(100))
  const handle = new SqliteHandle(path)
  expect(() => cacheStatements(handle).prepare('select * from notes')).toThrow(StoreUnavailable)
  handle.close()
  rmSync(directory, { recursive: true })
})

test('an error of the query itself is not converted', async () => {
  const handle = new SqliteHandle(':memory:')
  const database = new Kysely<object>({ dialect: new SqliteDialect({ database: cacheStatements(handle) }) })
  await expect(sql`select * from missing`.execute(database)).rejects.toThrow(/no such table/)
  await database.destroy()
})
