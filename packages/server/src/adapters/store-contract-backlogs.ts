import { describe, expect, test } from 'vitest'
import { sessionRow } from './session-row.fixture.ts'
import { type OpenedPlace, ticksOf } from './store-contract-place.ts'
import { PLAIN_COUNTS } from './usage-counts.fixture.ts'

/** Rows of a backlog. */
const MANY = 2100
/** Ticks of the event loop during a removal in parts. A single statement of an embedded database takes none. */
const LEAST_TICKS = 4

/** The removal of many rows. */
export function describeBacklogs(opened: OpenedPlace): void {
  describe('between the parts of a large removal, other requests are served', () => {
    test('of expired usage', async () => {
      const { usage } = opened.store
      const counts = { ...PLAIN_COUNTS, requests: 1, folded: 0, failed: 0, originalTokens: 10, optimizedTokens: 8 }
      const billed = { billedInputTokens: 7, billedCachedTokens: 2, outputTokens: 3, billMicroCents: 11 }
      const entry = { accountId: 'account', day: '2026-09-30', ...counts, ...billed }
      const old = numbered((index) => ({ ...entry, keyId: `key ${index % 50}`, model: `m${index}` }))
      await usage.add([...old, { ...entry, keyId: 'key 0', model: 'm0', day: '2026-10-01' }])
      const ticks = await ticksOf(async () => expect(await usage.forget('2026-10-01')).toBe(MANY))
      expect(ticks).toBeGreaterThanOrEqual(LEAST_TICKS)
      expect(await usage.list({})).toMatchObject([{ day: '2026-10-01' }])
    })

    test('of expired objects', async () => {
      const { objects } = opened.store
      const accountId = await addAccount()
      const ids = numbered((index) => `id ${index}`)
      await objects.claim(accountId, ids, 1000)
      await objects.claim(accountId, ['kept'], 2000)
      expect(await ticksOf(() => objects.forgetExpired(1500))).toBeGreaterThanOrEqual(LEAST_TICKS)
      expect([...(await objects.findOwners([...ids, 'kept'])).keys()]).toEqual(['kept'])
    })

    test('of old figures of the holdout', async () => {
      const { holdout } = opened.store
      const figures = { turns: 1, requests: 1, errors: 0, retries: 0, repeats: 0, latencyMs: 9, inputMicroDollars: 5 }
      const tokens = { inputTokens: 100, cachedTokens: 20, outputTokens: 10 }
      const entry = { accountId: 'account', isHeldOut: false, mayBegin: true, at: 1000, ...figures, ...tokens }
      await holdout.add(numbered((index) => ({ ...entry, idHash: `s${index}` })))
      await holdout.add([{ ...entry, accountId: 'other', idHash: 's0', at: 2000, turns: 7 }])
      expect(await ticksOf(() => holdout.forget(1500))).toBeGreaterThanOrEqual(LEAST_TICKS)
      expect(await holdout.list({ since: 0, leastTurns: 0, limit: 10 })).toMatchObject([{ turns: 7 }])
    })

    test('of all tag clouds', async () => {
      const { sessions, clouds } = opened.store
      const accountId = await addAccount()
      await sessions.save(numbered((index) => ({ row: sessionRow(accountId, `s${index}`), tip: `t${index}` })))
      for (let index = 0; index < MANY; index++) await clouds.save(accountId, `s${index}`, Uint8Array.of(7))
      const ticks = await ticksOf(async () => expect(await clouds.clear()).toBe(MANY))
      expect(ticks).toBeGreaterThanOrEqual(LEAST_TICKS)
      expect(await clouds.find(accountId, 's0')).toBeUndefined()
    })
  })

  async function addAccount(): Promise<string> {
    const key = await opened.store.keys.createKey({ name: 'a' }, { hash: 'h', preview: 'p', requestsPerMinute: null })
    return key.accountId
  }
}

function numbered<Item>(make: (index: number) => Item): Item[] {
  return Array.from({ length: MANY }, (_, index) => make(index))
}
