import type { CacheTerms } from '@pleat/core'
import { describe, expect, test } from 'vitest'
import { CacheHabits } from './cache-habits.ts'
import { type CacheObservation, type Expected, learnFromReceipt } from './cache-observation.ts'

const EXPECTED: Expected = { sharedTokens: 5000, leastTokens: 1024, pinnedShare: 0.2, hasMoved: false, wasIdle: false }

function learned(cachedTokens: number, changes: Partial<Expected> = {}, misses = 0): CacheObservation {
  const before = { wasMissed: undefined, isCaching: undefined, untold: 2, sentTokens: 0 }
  const observation: CacheObservation = { head: 't', misses, ...before }
  const usage = { inputTokens: 6000, cachedTokens, cacheWriteTokens: 0, outputTokens: 1 }
  learnFromReceipt(observation, { ...EXPECTED, ...changes }, usage)
  return observation
}

describe('the usage of a response shows', () => {
  test('a cache hit, and one hit proves that the provider caches', () => {
    expect(learned(5000, {}, 1)).toMatchObject({ wasMissed: false, misses: 0, isCaching: true })
  })

  test('a cache miss, even when only the instructions were read from the cache', () => {
    expect(learned(0)).toMatchObject({ wasMissed: true, misses: 1, isCaching: undefined })
    expect(learned(1200)).toMatchObject({ wasMissed: true, misses: 1 })
  })

  test('after the second miss in a row that the provider caches nothing', () => {
    expect(learned(0, {}, 1)).toMatchObject({ wasMissed: true, misses: 2, isCaching: false })
  })

  test('nothing for a prompt below the cacheable size, or one that is short compared with the instructions', () => {
    expect(learned(0, { sharedTokens: 1100 })).toMatchObject({ wasMissed: undefined, misses: 0 })
    expect(learned(0, { sharedTokens: 2000, pinnedShare: 0.8 })).toMatchObject({ wasMissed: undefined })
  })

  test('no miss for a request whose fold has just moved, but a hit', () => {
    expect(learned(0, { hasMoved: true }, 1)).toMatchObject({ wasMissed: undefined, misses: 1, untold: 3 })
    expect(learned(5000, { hasMoved: true }, 1)).toMatchObject({ wasMissed: false, isCaching: true, untold: 0 })
  })

  test('no evidence about the existence of a cache after a pause', () => {
    expect(learned(0, { wasIdle: true }, 1)).toMatchObject({ wasMissed: true, misses: 1, isCaching: undefined })
  })

  test.each([
    [5000, false],
    [4300, false],
    [2000, undefined],
    [0, true],
  ])('without a known share of instructions, %d read tokens of 5,000 as a miss: %s', (cached, wasMissed) => {
    expect(learned(cached, { pinnedShare: undefined }).wasMissed).toBe(wasMissed)
  })
})

describe('caching habits of a provider', () => {
  const MINUTE_MS = 60_000
  const terms: CacheTerms = {
    lifetimeMs: 60 * MINUTE_MS,
    caching: { kind: 'automatic', write: 1, leastTokens: 1024 },
  }
  const name = { accountId: 'a', upstream: 'u', model: 'm', terms }

  test('are established by several misses of one account, upstream and model, and reset by one hit', () => {
    const habits = new CacheHabits()
    for (let i = 0; i < 5; i++) {
      expect(habits.isCaching(name)).toBeUndefined()
      habits.learn(name, learned(0), 1000)
    }
    expect(habits.isCaching(name)).toBe(false)
    const others = [
      { ...name, accountId: 'b' },
      { ...name, upstream: 'v' },
      { ...name, model: 'n' },
      { ...name, terms: { ...terms, lifetimeMs: 1 } },
      { ...name, terms: { ...terms, caching: { ...terms.caching, kind: 'unasked' as const } } },
    ]
    for (const other of others) expect(habits.isCaching(other)).toBeUndefined()
    habits.learn(name, learned(5000), 1000)
    expect(habits.isCaching(name)).toBe(true)
  })

  test('learn the lifetime of the cache from misses after pauses, not its absence', () => {
    const habits = new CacheHabits()
    expect([59, 61].map((minutes) => habits.isForgottenAfter(name, minutes * MINUTE_MS))).toEqual([false, true])
    for (let i = 0; i < 30; i++) habits.learn(name, learned(0), 20 * MINUTE_MS)
    expect(habits.isCaching(name)).toBeUndefined()
    expect([19, 20].map((minutes) => habits.isForgottenAfter(name, minutes * MINUTE_MS))).toEqual([false, true])
    habits.learn(name, learned(5000), 25 * MINUTE_MS)
    expect([20, 25, 26].map((minutes) => habits.isForgottenAfter(name, minutes * MINUTE_MS))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('show a cache that lives longer than its provider documents', () => {
    const habits = new CacheHabits()
    habits.learn(name, learned(5000), 90 * MINUTE_MS)
    expect([61, 90, 91].map((minutes) => habits.isForgottenAfter(name, minutes * MINUTE_MS))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('ignore receipts that show neither a hit nor a miss', () => {
    const habits = new CacheHabits()
    for (let i = 0; i < 30; i++) habits.learn(name, learned(0, { sharedTokens: 10 }), 1000)
    expect(habits.isCaching(name)).toBeUndefined()
  })
})
