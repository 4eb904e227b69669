import { afterAll, beforeAll, test } from 'vitest'
import { describeStore } from '../store-contract.ts'
import { prepareDatabase } from './open-database.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { findPostgres, NO_SERVER, TestPostgres } from './postgres-server.fixture.ts'

const SILENT = { info: () => {}, warn: () => {} }

if (findPostgres()) testStore()
else test.skip(`PostgreSQL store (${NO_SERVER})`, () => {})

function testStore(): void {
  let server: TestPostgres

  beforeAll(async () => {
    server = await TestPostgres.start()
    await server.run('create database prepared template template0')
    await prepareDatabase(server.url('prepared'))
  })

  afterAll(() => server.remove())

  describeStore('PostgreSQL store', async () => {
    const url = await server.createDatabase('prepared')
    return {
      open: (options) => openPostgresStore({ ...options, url, connections: 5, graceMs: 60_000, log: SILENT }),
      remove: async () => {},
      dump: () => dumpOf(server, new URL(url).pathname.slice(1)),
    }
  })
}

async function dumpOf(server: TestPostgres, database: string): Promise<Map<string, readonly object[]>> {
  const names = await server.run("select tablename from pg_tables where schemaname = 'public'", database)
  const tables = new Map<string, readonly object[]>()
  for (const { tablename } of names)
    tables.set(`${tablename}`, await server.run(`select * from "${tablename}"`, database))
  return tables
}
