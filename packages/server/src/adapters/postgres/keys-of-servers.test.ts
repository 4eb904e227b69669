import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../store-port.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { findPostgres, NO_SERVER, TestPostgres } from './postgres-server.fixture.ts'

const SILENT = { info: () => {}, warn: () => {} }

describe.skipIf(!findPostgres())(`keys of several servers${findPostgres() ? '' : ` (${NO_SERVER})`}`, () => {
  let server: TestPostgres
  let stores: Store[]
  let name = ''

  beforeAll(async () => {
    server = await TestPostgres.start()
    const url = await server.createDatabase()
    name = new URL(url).pathname.slice(1)
    const options = { url, connections: 3, graceMs: 0, requestsPerMinute: 1, log: SILENT }
    stores = await Promise.all(Array.from({ length: 3 }, () => openPostgresStore(options)))
  })

  afterAll(async () => {
    for (const store of stores) await store.close()
    await server.remove()
  })

  test('a revoked key is refused by every server within five seconds, even if it is revoked by hand', async () => {
    const hashes = ['by a server', 'by hand']
    const keys = []
    for (const hash of hashes) {
      keys.push(await stores[0]!.keys.createKey({ name: 'a' }, { hash, preview: hash, requestsPerMinute: null }))
    }
    const known = async (hash: string) =>
      (await Promise.all(stores.map((store) => store.keys.findCaller(hash)))).filter(Boolean).length
    for (const hash of hashes) expect(await known(hash)).toBe(3)
    await stores[1]!.keys.revokeKey(keys[0]!.id)
    await expect.poll(() => known('by a server'), { timeout: 5000, interval: 5 }).toBe(0)
    expect(await known('by hand')).toBe(3)
    await server.run(`update keys set revoked_at = 1 where id = '${keys[1]!.id}'`, name)
    await expect.poll(() => known('by hand'), { timeout: 5000, interval: 5 }).toBe(0)
  })

  test('simultaneous rotations and revocations each see the result of the previous one', async () => {
    const { id } = await stores[0]!.keys.createKey(
      { name: 'b' },
      { hash: 'b0', preview: 'b0', requestsPerMinute: null },
    )
    const previousUntil = Date.now() + 60_000
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        stores[index % 3]!.keys.rotateKey(id, { hash: `b${index + 1}`, preview: 'b', previousUntil }),
      ),
    )
    const found = await Promise.all(Array.from({ length: 13 }, (_, index) => stores[0]!.keys.findCaller(`b${index}`)))
    // The last key and the one that it replaced.
    expect(found.filter(Boolean)).toHaveLength(2)
    const revoked = await Promise.all(stores.map((store) => store.keys.revokeKey(id)))
    expect(revoked.filter(Boolean)).toHaveLength(1)
  })

  test('an account for which many keys are created at once is created once, with one opening entry', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        stores[index % 3]!.keys.createKey(
          { name: 'shared', budgetMicroCents: 100 },
          { hash: `shared ${index}`, preview: 's', requestsPerMinute: null },
        ),
      ),
    )
    const account = (await stores[0]!.keys.findAccount('shared'))!
    const entries = await stores[0]!.ledger.list(account.id, { limit: 100 })
    expect(entries.map(({ kind, amountMicroCents }) => [kind, amountMicroCents])).toEqual([['opening', 100]])
  })
})
