import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteHandle from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fillStore } from '../adapters/filled-store.fixture.ts'
import { TABLES } from '../adapters/postgres/copy-tables.ts'
import { findPostgres, NO_SERVER, TestPostgres } from '../adapters/postgres/postgres-server.fixture.ts'
import { openSqliteStore } from '../adapters/sqlite/open-sqlite-store.ts'
import { runHere } from './run-here.fixture.ts'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pleat-migrate-'))
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

const run = (line: string, variables: Record<string, string> = {}, input = '') =>
  runHere(line.split(' '), { directory, variables, input })
const MIGRATE = 'migrate --from sqlite --to postgres'

async function fillSource(): Promise<void> {
  const store = await openSqliteStore({ dataDir: join(directory, 'data'), requestsPerMinute: 1 })
  await fillStore(store)
  await store.accounts.create({ name: 'gone', plan: 'free', budgetMicroCents: 0 })
  await store.accounts.delete('gone')
  await store.close()
}

describe('migrate', () => {
  test('needs a target, and supports one direction', async () => {
    expect(await run(MIGRATE)).toMatchObject({ code: 2, stderr: expect.stringContaining('--database-url-file') })
    expect(await run('migrate --from postgres --to sqlite')).toMatchObject({ code: 2 })
    const wrong = await run(`${MIGRATE} --database-url mysql://db.example/pleat`)
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('must be the URL of a PostgreSQL database'),
    })
    const missing = await run(`${MIGRATE} --database-url-file missing.txt`)
    expect([missing.code, missing.stderr]).toEqual([1, 'error: missing.txt does not exist\n'])
  })

  test('refuses a directory without a database, and does not create it', async () => {
    const { code, stderr } = await run(`${MIGRATE} --database-url postgres://db.example/pleat`)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/holds no database \(pleat\.db\)/)])
    expect(existsSync(join(directory, 'data'))).toBe(false)
  })

  test.each([
    { content: '', problem: 'cannot be opened: it is empty: it was truncated' },
    { content: 'not a database '.repeat(100), problem: 'is damaged: file is not a database; restore a backup with' },
  ])('names the file of a source that $problem', async ({ content, problem }) => {
    const data = join(directory, 'data')
    mkdirSync(data)
    writeFileSync(join(data, 'pleat.db'), content)
    const { code, stderr } = await run(`${MIGRATE} --database-url postgres://db.example/pleat`)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`pleat.db in ${data} ${problem}`)])
  })
})

describe.skipIf(!findPostgres())(`migrate to a PostgreSQL server${findPostgres() ? '' : ` (${NO_SERVER})`}`, () => {
  let server: TestPostgres

  beforeAll(async () => {
    server = await TestPostgres.start()
  })

  afterAll(() => server.remove())

  test('copies every row of every table, and the commands find everything in the target', async () => {
    const url = await server.createDatabase()
    await fillSource()
    const migrated = await run(`${MIGRATE} --json`, { PLEAT_DATABASE_URL: url })
    expect(migrated.stderr).not.toContain('error')
    const { rows, verified, to } = JSON.parse(migrated.stdout)
    expect(verified).toBe(true)
    expect(to).not.toContain('p%40ss')
    expect(rows).toEqual(sourceCounts())
    expect(Object.values(rows)).not.toContain(0)
    for (const table of TABLES) expect([table, await targetRows(url, table)]).toEqual([table, sourceRows(table)])
    const there = { PLEAT_DATABASE_URL: url }
    for (const line of ['accounts list', 'sessions list', 'ledger verify']) {
      const [before, after] = await Promise.all([run(`${line} --json`), run(`${line} --json`, there)])
      expect([line, after.code, after.stdout]).toEqual([line, 0, before.stdout])
    }
  }, 90_000)

  test('gives sessions that begin afterwards unused numbers', async () => {
    const url = await server.createDatabase()
    await fillSource()
    writeFileSync(join(directory, 'url'), `${url}\n`)
    expect((await run(`${MIGRATE} --database-url-file url`)).code).toBe(0)
    const name = new URL(url).pathname.slice(1)
    const [account] = (await server.run('select id from accounts limit 1', name)) as { id: string }[]
    await server.run(
      `insert into sessions (account_id, id_hash, turns, original_tokens, saved_tokens, last_used_at)
        values ('${account!.id}', 'new', 1, 1, 1, 1)`,
      name,
    )
  })

  test('refuses a target that contains data, and so a second copy, without changing it', async () => {
    const url = await server.createDatabase()
    await fillSource()
    const migrate = () => run(`${MIGRATE} --database-url ${url}`)
    expect(await migrate()).toMatchObject({ code: 0 })
    const again = await migrate()
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/target database is not empty \(rows in acc/)])
    expect(await targetRows(url, 'accounts')).toEqual(sourceRows('accounts'))
  })

  test('copies nothing from a ledger that does not balance', async () => {
    const url = await server.createDatabase()
    await fillSource()
    const source = new SqliteHandle(join(directory, 'data', 'pleat.db'))
    source.exec('update ledger set amount_micro_cents = amount_micro_cents + 1 where sequence = 1')
    source.close()
    const { code, stderr } = await run(`${MIGRATE} --database-url ${url}`)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/nothing was copied: the ledger of .* does not balance/)])
    expect(await targetRows(url, 'accounts')).toEqual([])
  })

  test('refuses a source on which a server runs', async () => {
    const url = await server.createDatabase()
    const store = await openSqliteStore({ dataDir: join(directory, 'data'), requestsPerMinute: 1 })
    const { code, stderr } = await run(`${MIGRATE} --database-url ${url}`)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`a running server or command uses ${join(directory, 'data')}`),
    ])
    await store.close()
  })

  function withSource<Result>(use: (source: SqliteHandle.Database) => Result): Result {
    const source = new SqliteHandle(join(directory, 'data', 'pleat.db'), { readonly: true })
    try {
      return use(source)
    } finally {
      source.close()
    }
  }

  /** Counts the rows of every existing table, so that a table that the copy forgets fails the test. */
  function sourceCounts(): Record<string, number> {
    return withSource((source) => {
      const names = source
        .prepare(
          "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'",
        )
        .pluck()
        .all() as string[]
      return Object.fromEntries(
        names.map((name) => [name, source.prepare(`select count(*) from "${name}"`).pluck().get() as number]),
      )
    })
  }

  function sourceRows(table: string): unknown[] {
    return sorted(withSource((source) => source.prepare(`select * from "${table}"`).all() as Record<string, unknown>[]))
  }

  async function targetRows(url: string, table: string): Promise<unknown[]> {
    return sorted(await server.run(`select * from "${table}"`, new URL(url).pathname.slice(1)))
  }

  /** Numbers as text, as the plain driver returns them. */
  function sorted(rows: readonly Record<string, unknown>[]): string[] {
    const text = (value: unknown) =>
      value instanceof Buffer ? value.toString('hex') : value === null ? null : `${value}`
    return rows
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .map(([name, value]) => [name, text(value)])
            .sort(),
        ),
      )
      .sort()
  }
})
