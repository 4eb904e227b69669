import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError } from '../../config/config-error.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

let dataDir = ''
let path = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pleat-damaged-'))
  path = join(dataDir, 'pleat.db')
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = () => openSqliteStore({ dataDir, requestsPerMinute: 1, checksIntegrity: true })

/** A database of some hundred kilobytes, so that it contains every kind of page. */
async function fill(): Promise<void> {
  const store = await open()
  for (let index = 0; index < 120; index++) {
    const key = { hash: `hash ${index}`, preview: `preview ${index}`, requestsPerMinute: null }
    await store.keys.createKey({ name: `account ${index} ${'x'.repeat(50)}` }, key)
  }
  await store.close()
}

function overwrite(change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  change(bytes)
  writeFileSync(path, bytes)
}

describe('a damaged database', () => {
  test.each<[string, () => void]>([
    ['cut in half', () => truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096)],
    ['cut within a page', () => truncateSync(path, 10_000)],
    ['with a page of zeros', () => overwrite((bytes) => bytes.fill(0, 3 * 4096, 4 * 4096))],
    ['with a last page of garbage', () => overwrite((bytes) => bytes.fill(65, bytes.length - 4096))],
    ['with a broken header', () => overwrite((bytes) => bytes.fill(65, 0, 100))],
    ['that is another kind of file', () => writeFileSync(path, 'something else that somebody may need'.repeat(100))],
  ])('%s does not open, and the error names the file and the remedy', async (_, damage) => {
    await fill()
    damage()
    const before = readFileSync(path)
    const opening = open()
    await expect(opening).rejects.toThrow(ConfigError)
    await expect(opening).rejects.toThrow(/^PLEAT_DATA_DIR: pleat.db in \S+ is damaged: .+pleat-server restore FILE/)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test.each<[string, () => void, RegExp]>([
    ['an empty file', () => truncateSync(path, 0), /it is empty: it was truncated/],
    [
      'a directory in its place',
      () => {
        rmSync(path)
        mkdirSync(path)
      },
      /it is not a file/,
    ],
    [
      'a log without its database',
      () => renameSync(path, join(dataDir, 'pleat.db-wal')),
      /it is missing, but its write-ahead log \(-wal\) exists/,
    ],
  ])('%s is refused', async (_, damage, reason) => {
    await fill()
    damage()
    await expect(open()).rejects.toThrow(/^PLEAT_DATA_DIR: pleat.db in \S+ cannot be opened: /)
    await expect(open()).rejects.toThrow(reason)
  })

  test('is found by the first read of the broken part, and at once by the check', async () => {
    await fill()
    const handle = new SqliteHandle(path)
    const { rootpage } = handle
      .prepare<[], { rootpage: number }>("select rootpage from sqlite_schema where name = 'accounts'")
      .get()!
    handle.close()
    overwrite((bytes) => bytes.fill(0, (rootpage - 1) * 4096, rootpage * 4096))
    const unchecked = await openSqliteStore({ dataDir, requestsPerMinute: 1 })
    await expect(unchecked.keys.listAccounts()).rejects.toThrow()
    await unchecked.close()
    await expect(open()).rejects.toThrow(/is damaged/)
  })
})

describe('access to the data directory', () => {
  const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777

  test('is limited to its owner, log and shared memory included', async () => {
    const store = await open()
    await store.keys.createKey({ name: 'a' }, { hash: 'h', preview: 'p', requestsPerMinute: null })
    expect(readdirSync(dataDir).sort()).toEqual(['in-use', 'pleat.db', 'pleat.db-shm', 'pleat.db-wal'])
    for (const name of readdirSync(dataDir)) expect([name, modeOf(name)]).toEqual([name, 0o600])
    expect(modeOf('.')).toBe(0o700)
    await store.close()
  })

  test('is taken from other users when the server starts on files of an earlier version', async () => {
    await (await open()).close()
    writeFileSync(join(dataDir, 'secret'), 'x')
    for (const name of ['pleat.db', 'secret']) chmodSync(join(dataDir, name), 0o644)
    chmodSync(dataDir, 0o755)
    await (await open()).close()
    expect([modeOf('pleat.db'), modeOf('secret'), modeOf('.')]).toEqual([0o600, 0o600, 0o700])
  })

  test('is unchanged for a directory that contains other files, and for those files', async () => {
    writeFileSync(join(dataDir, 'notes.txt'), '')
    chmodSync(join(dataDir, 'notes.txt'), 0o644)
    chmodSync(dataDir, 0o755)
    await (await open()).close()
    expect([modeOf('notes.txt'), modeOf('.'), modeOf('pleat.db')]).toEqual([0o644, 0o755, 0o600])
  })
})

test('a new key is in a plain copy of the database file, without the write-ahead log', async () => {
  const store = await open()
  await store.keys.createKey({ name: 'a' }, { hash: 'h', preview: 'p', requestsPerMinute: null })
  const copy = join(dataDir, 'copy.db')
  writeFileSync(copy, readFileSync(path))
  const handle = new SqliteHandle(copy)
  expect(handle.prepare('select hash from keys').pluck().all()).toEqual(['h'])
  handle.close()
  await store.close()
})
