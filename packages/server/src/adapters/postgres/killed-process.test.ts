import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeUntilKilled } from '../write-until-killed.fixture.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { findPostgres, NO_SERVER, TestPostgres } from './postgres-server.fixture.ts'

const WRITER = join(import.meta.dirname, 'killed-writer.ts')
const SILENT = { info: () => {}, warn: () => {} }
const ROUNDS = 6

describe.skipIf(!findPostgres())(`a server that is killed${findPostgres() ? '' : ` (${NO_SERVER})`}`, () => {
  let server: TestPostgres

  beforeAll(async () => {
    server = await TestPostgres.start()
  })

  afterAll(() => server.remove())

  test('loses no acknowledged key, charge or decision, and leaves no lock behind', async () => {
    const url = await server.createDatabase()
    const store = await openPostgresStore({ url, connections: 3, graceMs: 0, requestsPerMinute: 1, log: SILENT })
    const account = (await store.accounts.create({ name: 'a', plan: 'pro', budgetMicroCents: 0 }))!
    const lines: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      lines.push(
        ...(await Promise.all([writeUntilKilled(WRITER, url, 150), writeUntilKilled(WRITER, url, 150)])).flat(),
      )
    }
    const printed = lines.map((line) => line.split(' ') as [string, string, string])
    expect(printed.length).toBeGreaterThan(ROUNDS * 2)
    for (const [kind, id, name] of printed) {
      if (kind === 'key') expect((await store.keys.findCaller(name))?.keyId).toBe(id)
      if (kind === 'charge') expect(await store.ledger.findBodyHash(account.id, name)).toBe('b')
      if (kind === 'decision') {
        expect((await store.sessions.find(account.id, name))?.cacheDecisions).toEqual([{ tip: name, code: 1 }])
      }
    }
    expect((await store.ledger.verify()).flatMap(({ problems }) => problems)).toEqual([])
    const from = performance.now()
    expect(await store.accounts.addBudget('a', 1)).toMatchObject({ kind: 'added' })
    expect(performance.now() - from).toBeLessThan(5000)
    await store.close()
  }, 120_000)
})
