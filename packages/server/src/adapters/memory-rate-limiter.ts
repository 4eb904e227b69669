import type { RateLimiter, RateSubject, RateWindow } from '../gate/rate-limiter-port.ts'
import type { Clock } from '../ports.ts'
import { SubjectCounts } from './subject-counts.ts'

const WINDOW_MS = 60_000
/** Memory for the counts of one kind of subject, in bytes: about 70,000 addresses, or as many keys. */
const MAX_BYTES = 10 * 1024 * 1024
const BYTES_PER_COUNT = 120

/**
 * Counts requests in process, in windows that are the minutes of the clock. Keys and addresses are counted separately,
 * so that no number of addresses evicts a key.
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #counts: Readonly<Record<RateSubject['kind'], SubjectCounts<{ count: number }>>>
  #window = 0

  constructor(clock: Clock, maxBytes = MAX_BYTES) {
    this.#clock = clock
    const options = { maxBytes, bytesPerEntry: BYTES_PER_COUNT, create: () => ({ count: 0 }) }
    this.#counts = { key: new SubjectCounts(options), address: new SubjectCounts(options) }
  }

  async take({ kind, id, limit }: RateSubject): Promise<RateWindow> {
    this.#enterWindow()
    return this.#describe(++this.#counts[kind].open(id).count, limit)
  }

  async peek({ kind, id, limit }: RateSubject): Promise<RateWindow> {
    this.#enterWindow()
    return this.#describe(this.#counts[kind].find(id)?.count ?? 0, limit)
  }

  #enterWindow(): void {
    const window = Math.floor(this.#clock.now() / WINDOW_MS)
    if (window === this.#window) return
    this.#window = window
    this.#counts.key.clear()
    this.#counts.address.clear()
  }

  #describe(count: number, limit: number): RateWindow {
    return {
      limit,
      remaining: Math.max(0, limit - count),
      resetAtSeconds: ((this.#window + 1) * WINDOW_MS) / 1000,
      isExceeded: count > limit,
    }
  }
}
