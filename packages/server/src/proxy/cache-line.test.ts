import { describe, expect, test } from 'vitest'
import { CacheHabits } from './cache-habits.ts'
import { type CacheLine, type Expected, learnFromReceipt } from './cache-line.ts'

const EXPECTED: Expected = { sharedTokens: 5000, leastTokens: 1024, pinnedShare: 0.2, wasIdle: false }

function learned(cachedTokens: number, changes: Partial<Expected> = {}, misses = 0): CacheLine {
  const line: CacheLine = { tip: 't', misses, wasMissed: undefined }
  const usage = { inputTokens: 6000, cachedTokens, cacheWriteTokens: 0, outputTokens: 1 }
  learnFromReceipt(line, { ...EXPECTED, ...changes }, usage)
  return line
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
  test('take many misses, of one account and model, and one read ends them', () => {
    const habits = new CacheHabits()
    for (let i = 0; i < 20; i++) {
      expect(habits.isUncached('a', 'm')).toBe(false)
      habits.learn('a', 'm', learned(0))
    }
    expect(habits.isUncached('a', 'm')).toBe(true)
    expect([habits.isUncached('b', 'm'), habits.isUncached('a', 'n')]).toEqual([false, false])
    habits.learn('a', 'm', learned(5000))
    expect(habits.isUncached('a', 'm')).toBe(false)
  })

  test('are not made of pauses', () => {
    const habits = new CacheHabits()
    for (let i = 0; i < 30; i++) habits.learn('a', 'm', learned(0, { wasIdle: true }))
    expect(habits.isUncached('a', 'm')).toBe(false)
  })
})
