import type { Clock, RateLimiter, RateSubject, RateWindow } from '../ports.ts'

const WINDOW_MS = 60_000
/** Counts of one kind of subject, in bytes: about 70,000 addresses, or as many keys. */
const MAX_BYTES = 10 * 1024 * 1024
/** An entry of a map with its object, beside the characters of its name. */
const BYTES_PER_COUNT = 120

/**
 * Counts requests in process, in windows that are the minutes of the clock. Keys and addresses are counted apart, so that
 * no number of addresses displaces a key.
 */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #counts: Readonly<Record<RateSubject['kind'], Counts>>
  #window = 0

  constructor(clock: Clock, maxBytes = MAX_BYTES) {
    this.#clock = clock
    this.#counts = { key: new Counts(maxBytes), address: new Counts(maxBytes) }
  }

  async take({ kind, id, limit }: RateSubject): Promise<RateWindow> {
    this.#turnPage()
    return this.#describe(this.#counts[kind].add(id), limit)
  }

  async peek({ kind, id, limit }: RateSubject): Promise<RateWindow> {
    this.#turnPage()
    return this.#describe(this.#counts[kind].get(id), limit)
  }

  #turnPage(): void {
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

/** Requests of this minute by subject. When the memory is used up, the subject that came first is forgotten. */
class Counts {
  readonly #maxBytes: number
  #taken = new Map<string, { count: number }>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(id: string): number {
    return this.#taken.get(id)?.count ?? 0
  }

  add(id: string): number {
    const known = this.#taken.get(id)
    if (known) return ++known.count
    this.#bytes += bytesOf(id)
    this.#taken.set(id, { count: 1 })
    for (const oldest of this.#taken.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#taken.delete(oldest)
      this.#bytes -= bytesOf(oldest)
    }
    return 1
  }

  clear(): void {
    this.#taken = new Map()
    this.#bytes = 0
  }
}

function bytesOf(id: string): number {
  return BYTES_PER_COUNT + 2 * id.length
}
