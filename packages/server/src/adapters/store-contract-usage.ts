import { describe, expect, test } from 'vitest'
import type { UsageEntry } from '../money/usage-port.ts'
import { type OpenedPlace, ticksOf } from './store-contract-place.ts'

/** Counts of requests and tokens, and their costs. */
export function describeUsage(opened: OpenedPlace): void {
  describeBills(opened)
  describeForgetting(opened)
  describeManyRows(opened)
  describe('usage', () => {
    test('entries of one key, day and model add up, within one call and across calls', async () => {
      const { usage } = opened.store
      await usage.add([entry(), entry({ folded: 1 }), entry({ model: 'n' })])
      await opened.other.usage.add([entry({ failed: 1, originalTokens: 3_000_000_000 })])
      expect(await usage.list({})).toEqual([
        {
          ...entry({ folded: 1, failed: 1, originalTokens: 3_000_000_020 }),
          requests: 3,
          optimizedTokens: 24,
          billedInputTokens: 21,
          billedCachedTokens: 6,
          outputTokens: 9,
          billMicroCents: 33,
          observed: 3,
          observedSavedTokens: 12,
          billedRequests: 3,
          pricedRequests: 3,
          inputMicroDollars: 15,
          directMicroDollars: 27,
          accountName: 'account',
        },
        { ...entry({ model: 'n' }), accountName: 'account' },
      ])
    })

    test('an empty list is accepted', async () => {
      await opened.store.usage.add([])
      expect(await opened.store.usage.list({})).toEqual([])
    })

    test('entries are added all or none', async () => {
      const broken = { ...entry({ model: 'n' }), requests: null as unknown as number }
      await expect(opened.store.usage.add([entry(), broken])).rejects.toThrow()
      expect(await opened.store.usage.list({})).toEqual([])
    })

    test('many rows at once are all stored', async () => {
      const entries = Array.from({ length: 1234 }, (_, index) => entry({ model: `model ${index}` }))
      await opened.store.usage.add(entries)
      expect(await opened.store.usage.list({})).toHaveLength(1234)
    })

    test('rows are listed newest first, of the given days and account', async () => {
      const { keys, usage } = opened.store
      const { accountId } = await keys.createKey({ name: 'a' }, { hash: 'h', preview: 'p', requestsPerMinute: null })
      await usage.add([
        entry({ day: '2026-11-18', accountId }),
        entry({ day: '2026-11-20', accountId }),
        entry({ day: '2026-11-19', keyId: 'other key' }),
      ])
      const days = async (filter: { fromDay?: string; accountName?: string }) =>
        (await usage.list(filter)).map(({ day }) => day)
      expect(await days({})).toEqual(['2026-11-20', '2026-11-19', '2026-11-18'])
      expect(await days({ fromDay: '2026-11-19' })).toEqual(['2026-11-20', '2026-11-19'])
      expect(await days({ accountName: 'a' })).toEqual(['2026-11-20', '2026-11-18'])
      expect(await days({ accountName: 'a', fromDay: '2026-11-19' })).toEqual(['2026-11-20'])
      expect((await usage.list({ accountName: 'a' }))[0]?.accountName).toBe('a')
    })

    test('sums cover the keys, models and days of one account, and are zero without rows', async () => {
      const { usage } = opened.store
      await usage.add([
        entry({ day: '2026-11-18', originalTokens: 3_000_000_000, optimizedTokens: 2_999_999_999 }),
        entry({ keyId: 'other key' }),
        entry({ model: 'n' }),
        entry({ keyId: 'third key', accountId: 'other account', originalTokens: 500 }),
      ])
      expect(await usage.sum('account', '2026-11-20')).toEqual({
        requests: 2,
        originalTokens: 20,
        optimizedTokens: 16,
        ...moneyOf(2),
      })
      expect(await usage.sum('account')).toEqual({
        requests: 3,
        originalTokens: 3_000_000_020,
        optimizedTokens: 3_000_000_015,
        ...moneyOf(3),
      })
      const nothing = { requests: 0, originalTokens: 0, optimizedTokens: 0, ...moneyOf(0) }
      expect(await usage.sum('account', '2026-11-21')).toEqual(nothing)
      expect(await usage.sum('nobody')).toEqual(nothing)
    })
  })
}

function describeManyRows(opened: OpenedPlace): void {
  test('usage of many days is read in steps, between which other requests are served', async () => {
    const { usage } = opened.store
    const days = Array.from({ length: 28 }, (_, index) => `2026-09-${String(index + 1).padStart(2, '0')}`)
    await usage.add(days.flatMap((day) => Array.from({ length: 90 }, (_, index) => entry({ day, model: `m${index}` }))))
    const summing = await ticksOf(async () => {
      const sums = { requests: 2430, originalTokens: 24_300, optimizedTokens: 19_440, ...moneyOf(2430) }
      expect(await usage.sum('account', '2026-09-02')).toEqual(sums)
    })
    const listing = await ticksOf(async () => {
      const listed = await usage.list({ fromDay: '2026-09-02' })
      expect(listed.map(({ day }) => day)).toEqual(
        days
          .slice(1)
          .toReversed()
          .flatMap((day) => Array(90).fill(day)),
      )
    })
    expect(Math.min(summing, listing)).toBeGreaterThanOrEqual(4)
  })
}

function describeForgetting(opened: OpenedPlace): void {
  describe('removed usage', () => {
    test('covers the days before a given one, of every key and model', async () => {
      const { usage } = opened.store
      await usage.add([
        entry({ day: '2026-09-30' }),
        entry({ day: '2026-09-30', model: 'n' }),
        entry({ day: '2026-10-01', keyId: 'other' }),
        entry({ day: '2026-11-20' }),
      ])
      expect(await usage.forget('2026-10-01')).toBe(2)
      expect(await usage.forget('2026-10-01')).toBe(0)
      expect((await opened.other.usage.list({})).map(({ day }) => day)).toEqual(['2026-11-20', '2026-10-01'])
    })
  })
}

function describeBills(opened: OpenedPlace): void {
  describe('bills', () => {
    test('are summed by key within a range of days, and keys without a bill are omitted', async () => {
      const { usage } = opened.store
      await usage.add([
        entry({ day: '2026-10-31', billMicroCents: 100 }),
        entry({ day: '2026-11-01', billMicroCents: 4_000_000_000 }),
        entry({ day: '2026-11-20', model: 'n', billMicroCents: 1 }),
        entry({ day: '2026-11-20', keyId: 'other', billMicroCents: 7 }),
        entry({ day: '2026-11-20', keyId: 'free', billMicroCents: 0 }),
      ])
      const bills = async (fromDay: string, untilDay: string, ...keyIds: string[]) =>
        Object.fromEntries(
          await opened.other.usage.bills({ fromDay, untilDay }, keyIds.length > 0 ? keyIds : undefined),
        )
      expect(await bills('2026-11-01', '2026-12-01')).toEqual({ key: 4_000_000_001, other: 7 })
      expect(await bills('2026-11-20', '2026-11-21')).toEqual({ key: 1, other: 7 })
      expect(await bills('2026-10-01', '2026-11-21', 'key')).toEqual({ key: 4_000_000_101 })
      expect(await bills('2026-10-01', '2026-11-20', 'key')).toEqual({ key: 4_000_000_100 })
      expect(await bills('2026-11-20', '2026-11-21', 'free', 'other', 'nobody')).toEqual({ other: 7 })
      expect(await usage.bills({ fromDay: '2026-11-01', untilDay: '2026-12-01' }, [])).toEqual(new Map())
      expect(await bills('2026-11-01', '2026-12-01', 'free')).toEqual({})
      expect(await bills('2026-11-21', '2026-12-01')).toEqual({})
    })

    test('of many keys are read in steps, between which other requests are served', async () => {
      const { usage } = opened.store
      const keyIds = Array.from({ length: 500 }, (_, index) => `key ${index}`)
      await usage.add(keyIds.map((keyId) => entry({ keyId })))
      const ticks = await ticksOf(async () => {
        const bills = await usage.bills({ fromDay: '2026-11-01', untilDay: '2026-12-01' }, keyIds)
        expect(bills).toEqual(new Map(keyIds.map((keyId) => [keyId, 11])))
      })
      expect(ticks).toBeGreaterThanOrEqual(9)
    })
  })
}

/** The sums of money over `count` entries of `entry`. */
function moneyOf(count: number) {
  const inputMicroDollars = 5 * count
  return { billedRequests: count, pricedRequests: count, inputMicroDollars, directMicroDollars: 9 * count }
}

function entry(changes: Partial<UsageEntry> = {}): UsageEntry {
  return {
    keyId: 'key',
    accountId: 'account',
    day: '2026-11-20',
    model: 'm',
    requests: 1,
    folded: 0,
    failed: 0,
    originalTokens: 10,
    optimizedTokens: 8,
    billedInputTokens: 7,
    billedCachedTokens: 2,
    outputTokens: 3,
    billMicroCents: 11,
    observed: 1,
    observedSavedTokens: 4,
    heldOut: 0,
    billedRequests: 1,
    pricedRequests: 1,
    inputMicroDollars: 5,
    directMicroDollars: 9,
    ...changes,
  }
}
