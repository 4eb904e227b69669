import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../../config/config-error.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { findPostgres, NO_SERVER, TestPostgres } from './postgres-server.fixture.ts'

const SILENT = { info: () => {}, warn: () => {} }

/** The message with which a URL is refused. */
async function refusal(url: string): Promise<string> {
  const options = { url, connections: 2, graceMs: 0, requestsPerMinute: 1, log: SILENT }
  const opening = openPostgresStore(options).then((store) => store.close())
  const error = await opening.then(
    () => new Error('it was opened'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ConfigError)
  return (error as ConfigError).message
}

test('a port where nothing listens is named', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  expect(await refusal(`postgres://pleat:pass-word@127.0.0.1:${port}/pleat`)).toBe(
    `PLEAT_DATABASE_URL: 127.0.0.1:${port} refuses connections; check the port, and whether PostgreSQL runs there`,
  )
})

test('a host that does not exist is named', async () => {
  expect(await refusal('postgres://pleat:pass-word@nowhere.invalid/pleat')).toBe(
    'PLEAT_DATABASE_URL: the host of nowhere.invalid:5432 was not found; check the name',
  )
})

test('a server that accepts a connection and stays silent runs into a timeout', async () => {
  const silent: Server = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  expect(await refusal(`postgres://pleat:pass-word@127.0.0.1:${port}/pleat`)).toMatch(
    /did not answer as a PostgreSQL server; check the address/,
  )
  silent.close()
})

describe.skipIf(!findPostgres())(`a PostgreSQL server that answers${findPostgres() ? '' : ` (${NO_SERVER})`}`, () => {
  let server: TestPostgres

  beforeAll(async () => {
    server = await TestPostgres.start()
  })

  afterAll(() => server.remove())

  test('reports a wrong password without repeating it', async () => {
    const url = server.url('postgres', { password: 'wrong-pass-word' })
    expect(await refusal(url)).toBe(
      `PLEAT_DATABASE_URL: the password of user pleat is wrong for 127.0.0.1:${server.port}`,
    )
  })

  test('reports a missing database and how to create it', async () => {
    expect(await refusal(server.url('missing'))).toMatch(/has no database "missing"; create it with: createdb missing$/)
  })

  test('reports that it is read-only', async () => {
    const url = await server.createDatabase()
    await server.run(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    expect(await refusal(url)).toMatch(
      /is read-only: a standby, or read-only by its settings; name the primary server$/,
    )
  })

  test('reports a user who may not create tables', async () => {
    const url = new URL(await server.createDatabase())
    await server.run("create role guest login password 'guest-pass-word'")
    url.username = 'guest'
    url.password = 'guest-pass-word'
    expect(await refusal(url.href)).toMatch(/user guest may not create tables in database .*; make it the owner/)
  })

  test('reports a database of another encoding', async () => {
    const url = await server.createDatabase('template0', "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'")
    expect(await refusal(url)).toMatch(/its encoding is SQL_ASCII; create one with: createdb --encoding UTF8/)
  })

  test('reports tables of a newer version', async () => {
    const url = await server.createDatabase()
    const options = { url, connections: 2, graceMs: 0, requestsPerMinute: 1, log: SILENT }
    await (await openPostgresStore(options)).close()
    const name = new URL(url).pathname.slice(1)
    await server.run("insert into kysely_migration (name, timestamp) values ('9999-future', '')", name)
    expect(await refusal(url)).toMatch(/newer version .*9999-future/)
  })

  test('serves six Pleat servers that start at the same time', async () => {
    const url = await server.createDatabase()
    const options = { url, connections: 2, graceMs: 0, requestsPerMinute: 1, log: SILENT }
    const stores = await Promise.all(Array.from({ length: 6 }, () => openPostgresStore(options)))
    expect(await Promise.all(stores.map((store) => store.keys.countKeys()))).toEqual([0, 0, 0, 0, 0, 0])
    for (const store of stores) await store.close()
  })
})
