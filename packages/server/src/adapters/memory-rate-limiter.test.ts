import { expect, test } from 'vitest'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'

function openLimiter(maxSubjects?: number) {
  const clock = { time: 1_800_000_000_000, now: () => clock.time }
  return { clock, limiter: new MemoryRateLimiter(clock, maxSubjects) }
}

test('a window is a minute of the clock; each subject has its own slots in it', async () => {
  const { clock, limiter } = openLimiter()
  clock.time += 59_999
  const resetAtSeconds = 1_800_000_060
  expect(await limiter.take('a', 2)).toEqual({ limit: 2, remaining: 1, resetAtSeconds, isExceeded: false })
  expect(await limiter.take('a', 2)).toMatchObject({ remaining: 0, isExceeded: false })
  expect(await limiter.take('a', 2)).toMatchObject({ remaining: 0, isExceeded: true })
  expect(await limiter.take('b', 2)).toMatchObject({ remaining: 1, isExceeded: false })
  clock.time += 1
  expect(await limiter.take('a', 2)).toEqual({
    limit: 2,
    remaining: 1,
    resetAtSeconds: resetAtSeconds + 60,
    isExceeded: false,
  })
})

test('looking takes nothing', async () => {
  const { limiter } = openLimiter()
  await limiter.take('a', 2)
  expect(await limiter.peek('a', 2)).toMatchObject({ remaining: 1 })
  expect(await limiter.peek('a', 2)).toMatchObject({ remaining: 1, isExceeded: false })
})

test('beyond the subjects it can hold, new ones share their slots and known ones keep theirs', async () => {
  const { limiter } = openLimiter(2)
  await limiter.take('a', 5)
  await limiter.take('b', 5)
  await limiter.take('c', 5)
  expect(await limiter.take('d', 5)).toMatchObject({ remaining: 3 })
  expect(await limiter.take('a', 5)).toMatchObject({ remaining: 3 })
})
