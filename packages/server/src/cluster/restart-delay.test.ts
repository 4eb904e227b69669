import { expect, test } from 'vitest'
import { RestartDelay } from './restart-delay.ts'

test('the delay doubles while workers end soon, up to 30 seconds, and is reset after a steady minute', () => {
  let now = 0
  const delay = new RestartDelay(() => now)
  const delays = Array.from({ length: 11 }, () => {
    now += 1000
    return delay.afterEnd()
  })
  expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
  now += 60_000
  expect(delay.afterEnd()).toBe(100)
})
