import type { Log, UsageEntry, UsageStore } from '../ports.ts'
import type { Counters } from './counters.ts'

/** Under load there is one transaction in so many milliseconds; what a killed process can lose is no older than that. */
const MIN_INTERVAL_MS = 100

export interface UsageRecorderDeps {
  readonly store: Pick<UsageStore, 'add' | 'bills'>
  readonly log: Log
  readonly counters: Counters
  /** Hears of each entry at once. */
  readonly onEntry?: (entry: UsageEntry) => void
}

/** Writes usage down, all entries of one turn of the event loop in one transaction; the client never waits for it. */
export class UsageRecorder {
  readonly #deps: UsageRecorderDeps
  #waiting: UsageEntry[] = []
  #writing: Promise<void> | undefined
  #lastWriteAt = Number.NEGATIVE_INFINITY
  /** The use of the store that was begun last. */
  #use: Promise<unknown> = Promise.resolve()

  constructor(deps: UsageRecorderDeps) {
    this.#deps = deps
  }

  add(entry: UsageEntry): void {
    this.#waiting.push(entry)
    this.#deps.onEntry?.(entry)
    this.#writing ??= this.#writeAll()
  }

  /** Resolves when everything added so far is written. */
  async flush(): Promise<void> {
    await this.#writing
  }

  /**
   * Reads the bill of a key of days from `fromDay` on, what waits to be written included. `found` is called before
   * anything else can be added or written: each entry is in the bill or comes after it, and never both.
   */
  readBill(keyId: string, fromDay: string, found: (microCents: number) => void): Promise<void> {
    return this.#alone(async () => {
      const stored = (await this.#deps.store.bills(fromDay, keyId)).get(keyId) ?? 0
      const waiting = this.#waiting.filter((entry) => entry.keyId === keyId && entry.day >= fromDay)
      found(waiting.reduce((sum, { billMicroCents }) => sum + billMicroCents, stored))
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const sinceLast = performance.now() - this.#lastWriteAt
      if (sinceLast >= MIN_INTERVAL_MS) await new Promise(setImmediate)
      else await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS - sinceLast))
      await this.#alone(() => this.#write())
    }
    this.#writing = undefined
  }

  async #write(): Promise<void> {
    const entries = this.#waiting
    this.#waiting = []
    try {
      await this.#deps.store.add(entries)
      this.#lastWriteAt = performance.now()
    } catch (error) {
      this.#deps.counters.add('record_failed')
      this.#deps.log.error({ error, entries: entries.length }, 'Usage could not be written down.')
    }
  }

  /** Uses the store while nothing else here does. */
  #alone<Result>(use: () => Promise<Result>): Promise<Result> {
    const using = this.#use.then(use)
    this.#use = using.catch(() => {})
    return using
  }
}
