import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Charge, ChargeOutcome } from '../../money/ledger-port.ts'
import type { Store } from '../../store-port.ts'
import { openPostgresStore } from './open-postgres-store.ts'
import { findPostgres, NO_SERVER, TestPostgres } from './postgres-server.fixture.ts'

const SILENT = { info: () => {}, warn: () => {} }
const SERVERS = 4

function charge(accountId: string, microCents: number, once?: { keyHash: string; bodyHash: string }): Charge {
  const fee = { microCents, sharePercent: 30 }
  const price = { savedTokens: 10, priceName: 'model', microDollarsPerMillion: 1 }
  return { accountId, keyId: 'key', ...price, fees: { free: fee, pro: fee }, once }
}

function sum(outcomes: readonly ChargeOutcome[]): number {
  return outcomes.reduce((total, outcome) => total + (outcome.kind === 'charged' ? outcome.microCents : 0), 0)
}

describe.skipIf(!findPostgres())(
  `charges from several servers at once${findPostgres() ? '' : ` (${NO_SERVER})`}`,
  () => {
    let server: TestPostgres
    let stores: Store[]

    beforeAll(async () => {
      server = await TestPostgres.start()
      const url = await server.createDatabase()
      const options = { url, connections: 10, graceMs: 0, requestsPerMinute: 1, log: SILENT }
      stores = await Promise.all(Array.from({ length: SERVERS }, () => openPostgresStore(options)))
    })

    afterAll(async () => {
      for (const store of stores) await store.close()
      await server.remove()
    })

    const problems = async () => (await stores[0]!.ledger.verify()).flatMap((finding) => finding.problems)

    test('never exceed the budget, while it is increased', async () => {
      const { id } = (await stores[0]!.accounts.create({ name: 'free', plan: 'free', budgetMicroCents: 1000 }))!
      const charges = Array.from({ length: 600 }, (_, index) => stores[index % SERVERS]!.ledger.charge(charge(id, 7)))
      const additions = Array.from({ length: 40 }, (_, index) =>
        stores[index % SERVERS]!.accounts.addBudget('free', 10),
      )
      const outcomes = await Promise.all(charges)
      await Promise.all(additions)
      const left = (await stores[0]!.ledger.findBalance(id))!.budgetMicroCents
      expect(sum(outcomes) + left).toBe(1400)
      expect(outcomes.filter(({ kind }) => kind === 'refused').length).toBeGreaterThan(300)
      expect(await problems()).toEqual([])
    })

    test('charge each idempotency key once, on any of the servers', async () => {
      const { id } = (await stores[0]!.accounts.create({ name: 'pro', plan: 'pro', budgetMicroCents: 0 }))!
      const once = (index: number) => ({ keyHash: `key ${index % 10}`, bodyHash: 'body' })
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, index) => stores[index % SERVERS]!.ledger.charge(charge(id, 5, once(index)))),
      )
      expect(outcomes).toEqual(Array(200).fill({ kind: 'charged', microCents: 5, plan: 'pro' }))
      expect((await stores[0]!.ledger.findBalance(id))!.owedMicroCents).toBe(50)
      expect(await problems()).toEqual([])
    })

    test('of unknown accounts are refused', async () => {
      await expect(stores[0]!.ledger.charge(charge('nobody', 5))).rejects.toThrow(/no result/)
    })
  },
)
