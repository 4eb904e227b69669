import { expect, test } from 'vitest'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'
import { describeRateLimiter } from './rate-limiter-contract.ts'

describeRateLimiter('in memory', {
  makePlace: async () => ({ open: async () => new MemoryRateLimiter({ now: Date.now }), close: async () => {} }),
  nodes: 1,
})

const key = (id: string, limit: number) => ({ kind: 'key', id, limit }) as const
const address = (id: string, limit: number) => ({ kind: 'address', id, limit }) as const

function openLimiter(maxBytes?: number) {
  const clock = { time: 1_800_000_000_000, now: () => clock.time }
  return { clock, limiter: new MemoryRateLimiter(clock, maxBytes) }
}

test('each subject has its own slots in a minute of the clock', async () => {
  const { clock, limiter } = openLimiter()
  clock.time += 59_999
  const resetAtSeconds = 1_800_000_060
  expect(await limiter.take(key('a', 2))).toEqual({ limit: 2, remaining: 1, resetAtSeconds, isExceeded: false })
  expect(await limiter.take(key('a', 2))).toMatchObject({ remaining: 0, isExceeded: false })
  expect(await limiter.take(key('a', 2))).toMatchObject({ remaining: 0, isExceeded: true })
  expect(await limiter.take(key('b', 2))).toMatchObject({ remaining: 1, isExceeded: false })
  clock.time += 1
  expect(await limiter.take(key('a', 2))).toEqual({
    limit: 2,
    remaining: 1,
    resetAtSeconds: resetAtSeconds + 60,
    isExceeded: false,
  })
})

test('peeking takes no slot', async () => {
  const { limiter } = openLimiter()
  await limiter.take(key('a', 2))
  expect(await limiter.peek(key('a', 2))).toMatchObject({ remaining: 1 })
  expect(await limiter.peek(key('a', 2))).toMatchObject({ remaining: 1, isExceeded: false })
})

test('a key and an address of the same name are two subjects', async () => {
  const { limiter } = openLimiter()
  await limiter.take(address('a', 5))
  expect(await limiter.peek(key('a', 5))).toMatchObject({ remaining: 5 })
})

test('addresses never displace a key or share its slots', async () => {
  const { limiter } = openLimiter(10_000)
  await limiter.take(key('a', 5))
  for (let i = 0; i < 10_000; i++) await limiter.take(address(`2001:db8:0:${i.toString(16)}`, 5))
  expect(await limiter.take(key('a', 5))).toMatchObject({ remaining: 3 })
  expect(await limiter.take(key('b', 5))).toMatchObject({ remaining: 4 })
})

test('the oldest address is evicted when the memory is used up', async () => {
  const { limiter } = openLimiter(500)
  for (const id of ['first', 'second', 'third', 'third']) await limiter.take(address(id, 5))
  expect(await limiter.peek(address('first', 5))).toMatchObject({ remaining: 4 })
  await limiter.take(address('fourth', 5))
  expect(await limiter.peek(address('first', 5))).toMatchObject({ remaining: 5 })
  expect(await limiter.peek(address('third', 5))).toMatchObject({ remaining: 3 })
})
