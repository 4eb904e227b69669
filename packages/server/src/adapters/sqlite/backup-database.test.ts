import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUpDatabase } from './backup-database.ts'
import { runWithLimitedFiles } from './limited-files.fixture.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

let directory = ''
let dataDir = ''
let file = ''

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-backup-'))
  dataDir = join(directory, 'data')
  file = join(directory, 'backup.db')
  await (await openSqliteStore({ dataDir, requestsPerMinute: 1 })).close()
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('the leftover of a killed backup whose process had the same id is removed', async () => {
  for (const ending of ['', '-wal']) writeFileSync(`${file}.${process.pid}.partial${ending}`, 'half')
  await backUpDatabase({ dataDir, file, overwrites: false, onProgress() {} })
  expect(readdirSync(directory).sort()).toEqual(['backup.db', 'data'])
})

test('an error of writing the backup names its file, not the database', () => {
  const handle = new SqliteHandle(join(dataDir, 'pleat.db'))
  handle.exec('create table ballast (bytes blob); insert into ballast values (zeroblob(4000000))')
  handle.close()
  const script = `
    const { backUpDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'backup-database.ts'))})
    const [dataDir, file] = process.argv.slice(1)
    await backUpDatabase({ dataDir, file, overwrites: false, onProgress() {} })
  `
  const { stderr, status } = runWithLimitedFiles(2000, script, dataDir, file)
  expect(status).toBe(1)
  expect(stderr).toContain(`Error: the database could not be copied to ${file}: `)
  expect(readdirSync(directory)).toEqual(['data'])
})
