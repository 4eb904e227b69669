import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLAIN_COUNTS } from '../adapters/usage-counts.fixture.ts'
import { UsageRecorder } from '../proxy/usage-recorder.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { Spending } from './spending.ts'
import { type DayRange, includesDay } from './spending-window.ts'
import type { UsageEntry } from './usage-port.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const DAY_MS = 86_400_000
const log = { info() {}, warn() {}, error() {} }

/** A process with a store that other processes may write to. */
function openSpending(stored: UsageEntry[] = [], clock = { time: NOON }) {
  const asked = { bills: 0, fails: false, isDown: false }
  const store = {
    async add(entries: readonly UsageEntry[]) {
      await Promise.resolve()
      if (asked.isDown) throw new StoreUnavailable('gone')
      stored.push(...entries)
    },
    async bills(days: DayRange, keyIds?: readonly string[]) {
      asked.bills++
      if (asked.fails) throw new Error('no')
      await Promise.resolve()
      const bills = new Map<string, number>()
      for (const { keyId, day, billMicroCents } of stored) {
        if (!keyIds?.includes(keyId) || !includesDay(days, day)) continue
        bills.set(keyId, (bills.get(keyId) ?? 0) + billMicroCents)
      }
      return bills
    },
  }
  const recorder: UsageRecorder = new UsageRecorder({
    store,
    log,
    onFailure: () => {},
    onEntry: (entry) => spending.note(entry),
  })
  const spending = new Spending({
    read: (...asked) => recorder.readBill(...asked),
    clock: { now: () => clock.time },
    log,
  })
  const spend = (billMicroCents: number, keyId = 'k') => recorder.add(used(billMicroCents, clock.time, keyId))
  return { spending, spend, recorder, stored, clock, asked }
}

function used(billMicroCents: number, time = NOON, keyId = 'k'): UsageEntry {
  const day = new Date(time).toISOString().slice(0, 10)
  const counts = { requests: 1, folded: 0, failed: 0, originalTokens: 0, optimizedTokens: 0 }
  const billed = { billedInputTokens: 0, billedCachedTokens: 0, outputTokens: 0, billMicroCents }
  return { keyId, accountId: 'a', day, model: 'm', ...counts, ...billed, ...PLAIN_COUNTS }
}

const spentBy = async (spending: Spending, period: 'day' | 'month' = 'day', keyId = 'k') =>
  (await spending.current(keyId, { period })).spentMicroCents

describe('the spending of a key', () => {
  test('is read once and then counted in memory', async () => {
    const { spending, spend, asked } = openSpending([used(5), used(7, NOON - DAY_MS), used(100, NOON, 'other')])
    expect(await Promise.all([spentBy(spending), spentBy(spending), spentBy(spending)])).toEqual([5, 5, 5])
    spend(3)
    expect([await spentBy(spending), asked.bills]).toEqual([8, 1])
    expect(await spentBy(spending, 'month')).toBe(15)
    spend(1)
    expect([await spentBy(spending), await spentBy(spending, 'month')]).toEqual([9, 16])
  })

  test('is read together with that of all keys that wait for the store', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`)
    const { spending, spend, asked } = openSpending(keys.map((key, index) => used(index, NOON, key)))
    spend(100, 'key 7')
    const spent = await Promise.all(keys.map((key) => spentBy(spending, 'day', key)))
    expect(spent).toEqual(keys.map((_, index) => (index === 7 ? 107 : index)))
    expect(asked.bills).toBe(1)
    const both = [spentBy(spending, 'month', 'key 1'), spentBy(spending, 'day', 'key 40')]
    expect([await Promise.all(both), asked.bills]).toEqual([[1, 0], 3])
  })

  test('is read after a read of other keys that has begun', async () => {
    const { spending, asked } = openSpending([used(5), used(7, NOON, 'other')])
    const first = spentBy(spending)
    while (asked.bills === 0) await Promise.resolve()
    expect(await Promise.all([first, spentBy(spending, 'day', 'other')])).toEqual([5, 7])
    expect(asked.bills).toBe(2)
  })

  test('is read again after a read that failed for all waiting keys', async () => {
    const { spending, asked } = openSpending([used(5)])
    asked.fails = true
    const failed = await Promise.allSettled([spentBy(spending), spentBy(spending, 'day', 'other')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    asked.fails = false
    expect(await Promise.all([spentBy(spending), spentBy(spending, 'day', 'other')])).toEqual([5, 0])
  })

  test('is read again after a read that waiting entries prevented', async () => {
    const { spending, spend, recorder, asked } = openSpending()
    asked.isDown = true
    spend(3)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    await expect(spentBy(spending)).rejects.toThrow(StoreUnavailable)
    asked.isDown = false
    expect(await spentBy(spending)).toBe(3)
    await recorder.flush()
  })

  test('is reset with the next window, and kept for a longer period', async () => {
    const { spending, spend, clock } = openSpending()
    await spentBy(spending)
    await spentBy(spending, 'month')
    spend(5)
    clock.time = Date.UTC(2026, 10, 21)
    expect([await spentBy(spending), await spentBy(spending, 'month')]).toEqual([0, 5])
    spend(2)
    expect([await spentBy(spending), await spentBy(spending, 'month')]).toEqual([2, 7])
    clock.time = Date.UTC(2026, 11, 1)
    expect([await spentBy(spending), await spentBy(spending, 'month')]).toEqual([0, 0])
  })

  test('includes the spending of other processes within seconds', async () => {
    const { spending, stored, clock } = openSpending()
    await spentBy(spending)
    stored.push(used(9))
    clock.time += 4999
    expect(await spentBy(spending)).toBe(0)
    clock.time += 1
    await spentBy(spending)
    await expect.poll(() => spentBy(spending)).toBe(9)
  })

  test('includes the spending of other processes after the clock was set back', async () => {
    const { spending, stored, clock } = openSpending()
    await spentBy(spending)
    clock.time -= DAY_MS / 4
    stored.push(used(9))
    await spentBy(spending)
    await expect.poll(() => spentBy(spending), { interval: 1 }).toBe(9)
  })

  test('does not include usage of later windows, which a clock that was ahead has left', async () => {
    const { spending, spend, clock } = openSpending([used(5), used(100, NOON + 40 * DAY_MS)])
    expect([await spentBy(spending), await spentBy(spending, 'month')]).toEqual([5, 5])
    clock.time += 40 * DAY_MS
    spend(7)
    clock.time = NOON
    expect([await spentBy(spending), await spentBy(spending, 'month')]).toEqual([5, 5])
  })

  test('never falls when usage could not be written, and is an error when nothing is cached', async () => {
    const { spending, spend, recorder, stored, clock, asked } = openSpending()
    asked.fails = true
    await expect(spentBy(spending)).rejects.toThrow()
    asked.fails = false
    await spentBy(spending)
    spend(4)
    await recorder.flush()
    stored.length = 0
    clock.time += 5000
    await spentBy(spending)
    await recorder.flush()
    await new Promise(setImmediate)
    expect(await spentBy(spending)).toBe(4)
  })
})

test('a failed read is logged once and repeated after a pause, however many requests came meanwhile', async () => {
  const clock = { time: NOON }
  const warnings: string[] = []
  let reads = 0
  let fail = (_error: Error): void => {}
  const spending = new Spending({
    async read(_key, _day, found) {
      if (reads++ === 0) found(0)
      else await new Promise((_, reject) => (fail = reject))
    },
    clock: { now: () => clock.time },
    log: { ...log, warn: (_fields, message) => warnings.push(message) },
  })
  await spentBy(spending)
  clock.time += 5000
  for (let i = 0; i < 5; i++) await spentBy(spending)
  clock.time += 5000
  fail(new Error('no'))
  await new Promise(setImmediate)
  expect(warnings).toHaveLength(1)
  await spentBy(spending)
  expect(reads).toBe(2)
})

describe('a spending limit', () => {
  /** Requests that begin and end at any time, with writes and reads between them. */
  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('begin' as const), cost: fc.nat(50) }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(100) }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'tick' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'wait' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
    ),
    { minLength: 10, maxLength: 80 },
  )

  test('is never exceeded by more than the requests in flight when it was reached', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(300), async (run, limit) => {
        let process = openSpending()
        const underWay: number[] = []
        let spent = 0
        /** The bound: the spending and the requests in flight when a request was last admitted. */
        let most = 0
        for (const step of run) {
          if (step.kind === 'begin') {
            if ((await spentBy(process.spending)) >= limit) continue
            // Every admitted request was admitted below the limit.
            expect(spent).toBeLessThan(limit)
            underWay.push(step.cost)
            most = limit + underWay.reduce((sum, cost) => sum + cost, 0)
          } else if (step.kind === 'end') {
            const [cost] = underWay.splice(step.which % Math.max(1, underWay.length), 1)
            if (cost === undefined) continue
            process.spend(cost)
            spent += cost
          } else if (step.kind === 'tick') await new Promise(setImmediate)
          else if (step.kind === 'wait') process.clock.time += 5000
          else {
            await process.recorder.flush()
            process = openSpending(process.stored, process.clock)
          }
          expect(spent).toBeLessThanOrEqual(most)
        }
        for (const cost of underWay) {
          process.spend(cost)
          spent += cost
        }
        expect(spent).toBeLessThanOrEqual(most)
        // No request is refused wrongly: the counted spending is the real one.
        expect(await spentBy(process.spending)).toBe(spent)
        await process.recorder.flush()
        const again = openSpending(process.stored, process.clock)
        expect(await spentBy(again.spending)).toBe(spent)
      }),
      { numRuns: 60 },
    )
  }, 30_000)
})
