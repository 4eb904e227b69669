import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RateLimiter, RateSubject } from '../gate/rate-limiter-port.ts'

/** A place where requests are counted. Its limiters are nodes that count together. */
export interface LimiterPlace {
  open(): Promise<RateLimiter>
  close(): Promise<void>
}

let counter = 0
/** A subject that no other test has used. */
function subject(kind: RateSubject['kind'], limit: number): RateSubject {
  return { kind, id: `${kind}-${process.pid}-${Date.now()}-${counter++}`, limit }
}

/** Waits for the next minute if this one is nearly over, since a test would otherwise count in both. */
export async function startOfWindow(limiter: RateLimiter): Promise<void> {
  const { resetAtSeconds } = await limiter.peek(subject('key', 1))
  const leftMs = resetAtSeconds * 1000 - Date.now()
  if (leftMs > 0 && leftMs < 5000) await new Promise((resolve) => setTimeout(resolve, leftMs + 50))
}

/** The contract of all rate limiters. `nodes`: number of its limiters that count together. */
export function describeRateLimiter(
  name: string,
  { makePlace, nodes }: { makePlace: () => Promise<LimiterPlace>; nodes: number },
): void {
  describe(`the rate limiter ${name}`, () => {
    let place: LimiterPlace
    let limiters: RateLimiter[]

    beforeEach(async () => {
      place = await makePlace()
      limiters = await Promise.all(Array.from({ length: nodes }, () => place.open()))
      await startOfWindow(limiters[0]!)
    })

    afterEach(async () => {
      for (const limiter of limiters) await limiter.close?.()
      await place.close()
    })

    const any = (index: number) => limiters[index % nodes]!

    test('counts each request, and reports the end of the minute', async () => {
      const key = subject('key', 2)
      const first = await any(0).take(key)
      expect(first).toMatchObject({ limit: 2, remaining: 1, isExceeded: false })
      expect(first.resetAtSeconds % 60).toBe(0)
      expect(await any(1).take(key)).toEqual({ ...first, remaining: 0 })
      expect(await any(2).take(key)).toEqual({ ...first, remaining: 0, isExceeded: true })
      expect(await any(3).take(key)).toEqual({ ...first, remaining: 0, isExceeded: true })
    })

    test('admits exactly the limit out of ten times as many simultaneous requests', async () => {
      const key = subject('key', 50)
      const windows = await Promise.all(Array.from({ length: 500 }, (_, index) => any(index).take(key)))
      expect(windows.filter(({ isExceeded }) => !isExceeded)).toHaveLength(50)
      const left = windows.filter(({ isExceeded }) => !isExceeded).map(({ remaining }) => remaining)
      expect(left.toSorted((one, other) => other - one)).toEqual(Array.from({ length: 50 }, (_, index) => 49 - index))
    })

    test('gives each subject its own window, even to a key and an address of the same name', async () => {
      const key = subject('key', 5)
      await any(0).take(key)
      await any(0).take(key)
      expect(await any(1).take(subject('key', 5))).toMatchObject({ remaining: 4 })
      expect(await any(1).take({ ...key, kind: 'address' })).toMatchObject({ remaining: 4 })
      expect(await any(1).take(key)).toMatchObject({ remaining: 2 })
    })

    test('takes no slot when the window is only read', async () => {
      const key = subject('address', 5)
      expect(await any(0).peek(key)).toMatchObject({ remaining: 5, isExceeded: false })
      await any(0).take(key)
      expect(await any(1).peek(key)).toMatchObject({ remaining: 4, isExceeded: false })
      expect(await any(0).peek(key)).toMatchObject({ remaining: 4, isExceeded: false })
    })

    test('applies a limit that changes within the minute', async () => {
      const key = subject('key', 2)
      for (let index = 0; index < 3; index++) await any(index).take(key)
      expect(await any(0).take({ ...key, limit: 10 })).toMatchObject({ limit: 10, isExceeded: false })
      expect(await any(1).take({ ...key, limit: 1 })).toMatchObject({ limit: 1, remaining: 0, isExceeded: true })
    })
  })
}
