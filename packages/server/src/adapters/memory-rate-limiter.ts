import type { Clock, RateLimiter, RateWindow } from '../ports.ts'

const WINDOW_MS = 60_000
/** Beyond this many subjects in one minute the new ones share a slot count, so that a flood cannot fill the memory. */
const MAX_SUBJECTS = 100_000
const OVERFLOW = ''

/** Counts requests in process, in windows that are the minutes of the clock. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #maxSubjects: number
  #counts = new Map<string, { taken: number }>()
  #window = 0

  constructor(clock: Clock, maxSubjects = MAX_SUBJECTS) {
    this.#clock = clock
    this.#maxSubjects = maxSubjects
  }

  take(subject: string, limit: number): RateWindow {
    this.#turnPage()
    const count = this.#counts.get(subject) ?? this.#begin(this.#counts.size < this.#maxSubjects ? subject : OVERFLOW)
    count.taken++
    return this.#describe(count.taken, limit)
  }

  peek(subject: string, limit: number): RateWindow {
    this.#turnPage()
    return this.#describe(this.#counts.get(subject)?.taken ?? 0, limit)
  }

  #begin(subject: string): { taken: number } {
    const count = this.#counts.get(subject) ?? { taken: 0 }
    this.#counts.set(subject, count)
    return count
  }

  #turnPage(): void {
    const window = Math.floor(this.#clock.now() / WINDOW_MS)
    if (window === this.#window) return
    this.#window = window
    this.#counts = new Map()
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
