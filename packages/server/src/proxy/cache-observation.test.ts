import { describe, expect, test } from 'vitest'
import { CacheHabits } from './cache-habits.ts'
import { type CacheObservation, type Expected, learnFromReceipt } from './cache-observation.ts'

const EXPECTED: Expected = { sharedTokens: 5000, leastTokens: 1024, pinnedShare: 0.2, wasIdle: false }

function learned(cachedTokens: number, changes: Partial<Expected> = {}, misses = 0): CacheObservation {
  const observation: CacheObservation = { head: 't', misses, wasMissed: undefined }
  const usage = { inputTokens: 6000, cachedTokens, cacheWriteTokens: 0, outputTokens: 1 }
  learnFromReceipt(observation, { ...EXPECTED, ...changes }, usage)
  return observation
}

describe('the usage of a response shows', () => {
  test('a cache hit', () => {
    expect(learned(5000, {}, 1)).toMatchObject({ wasMissed: false, misses: 0 })
  })

  test('a cache miss, also where only the instructions were read from the cache', () => {
    expect(learned(0, {}, 1)).toMatchObject({ wasMissed: true, misses: 2 })
    expect(learned(1200)).toMatchObject({ wasMissed: true, misses: 1 })
  })

  test('nothing for a prompt that is too short, or short beside the instructions', () => {
    expect(learned(0, { sharedTokens: 1100 })).toMatchObject({ wasMissed: undefined, misses: 0 })
    expect(learned(0, { sharedTokens: 2000, pinnedShare: 0.8 })).toMatchObject({ wasMissed: undefined })
  })

  test('nothing after a pause', () => {
    expect(learned(0, { wasIdle: true }, 1)).toMatchObject({ wasMissed: true, misses: 1 })
  })
})

describe('caching habits of a provider', () => {
  const name = { accountId: 'a', model: 'm', lifetimeMs: 60 * 60_000 }
  const MINUTE_MS = 60_000

  test('need many misses of one account and model, and end with one hit', () => {
    const habits = new CacheHabits()
    for (let i = 0; i < 20; i++) {
      expect(habits.isUncached(name)).toBe(false)
      habits.learn(name, learned(0), 1000)
    }
    expect(habits.isUncached(name)).toBe(true)
    expect(habits.isUncached({ ...name, accountId: 'b' })).toBe(false)
    expect(habits.isUncached({ ...name, model: 'n' })).toBe(false)
    expect(habits.isUncached({ ...name, lifetimeMs: 1 })).toBe(false)
    habits.learn(name, learned(5000), 1000)
    expect(habits.isUncached(name)).toBe(false)
  })

  test('of pauses show the lifetime of the cache, not that there is none', () => {
    const habits = new CacheHabits()
    expect(habits.isForgottenAfter(name, 1000 * MINUTE_MS)).toBe(false)
    for (let i = 0; i < 30; i++) habits.learn(name, learned(0), 20 * MINUTE_MS)
    expect(habits.isUncached(name)).toBe(false)
    expect([19, 20].map((minutes) => habits.isForgottenAfter(name, minutes * MINUTE_MS))).toEqual([false, true])
    habits.learn(name, learned(5000), 25 * MINUTE_MS)
    expect([20, 25, 26].map((minutes) => habits.isForgottenAfter(name, minutes * MINUTE_MS))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('ignore responses without usage', () => {
    const habits = new CacheHabits()
    for (let i = 0; i < 30; i++) habits.learn(name, learned(0, { sharedTokens: 10 }), 1000)
    expect(habits.isUncached(name)).toBe(false)
  })
})
