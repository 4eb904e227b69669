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

describe('what a receipt says of the cache', () => {
  test('that it was read', () => {
    expect(learned(5000, {}, 1)).toMatchObject({ wasMissed: false, misses: 0 })
  })

  test('that it was not, also where the instructions alone were read, as other sessions read them', () => {
    expect(learned(0, {}, 1)).toMatchObject({ wasMissed: true, misses: 2 })
    expect(learned(1200)).toMatchObject({ wasMissed: true, misses: 1 })
  })

  test('nothing where there was too little to be cached, or next to the instructions', () => {
    expect(learned(0, { sharedTokens: 1100 })).toMatchObject({ wasMissed: undefined, misses: 0 })
    expect(learned(0, { sharedTokens: 2000, pinnedShare: 0.8 })).toMatchObject({ wasMissed: undefined })
  })

  test('nothing against the cache after a pause', () => {
    expect(learned(0, { wasIdle: true }, 1)).toMatchObject({ wasMissed: true, misses: 1 })
  })
})

describe('habits', () => {
  const name = { accountId: 'a', model: 'm', lifetimeMs: 60 * 60_000 }
  const MINUTE_MS = 60_000

  test('take many misses, of one account and model, and one read ends them', () => {
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

  test('of pauses say after how long the cache has forgotten, and not that it never holds anything', () => {
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

  test('are not made of what no receipt tells', () => {
    const habits = new CacheHabits()
    for (let i = 0; i < 30; i++) habits.learn(name, learned(0, { sharedTokens: 10 }), 1000)
    expect(habits.isUncached(name)).toBe(false)
  })
})
