import type { Log, UsageEntry, UsageStore } from '../ports.ts'
import type { Counters } from './counters.ts'

/** Milliseconds between two transactions under load. A killed process loses at most the usage of this time. */
const MIN_INTERVAL_MS = 100

/** Writes usage down, all entries of one turn of the event loop in one transaction; the client never waits for it. */
export class UsageRecorder {
  readonly #store: UsageStore
  readonly #log: Log
  readonly #counters: Counters
  #waiting: UsageEntry[] = []
  #writing: Promise<void> | undefined
  #lastWriteAt = Number.NEGATIVE_INFINITY

  constructor({ store, log, counters }: { store: UsageStore; log: Log; counters: Counters }) {
    this.#store = store
    this.#log = log
    this.#counters = counters
  }

  add(entry: UsageEntry): void {
    this.#waiting.push(entry)
    this.#writing ??= this.#writeAll()
  }

  /** Resolves when everything added so far is written. */
  async flush(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const sinceLast = performance.now() - this.#lastWriteAt
      if (sinceLast >= MIN_INTERVAL_MS) await new Promise(setImmediate)
      else await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS - sinceLast))
      const entries = this.#waiting
      this.#waiting = []
      try {
        await this.#store.add(entries)
        this.#lastWriteAt = performance.now()
      } catch (error) {
        this.#counters.add('record_failed')
        this.#log.error({ error, entries: entries.length }, 'Usage could not be recorded.')
      }
    }
    this.#writing = undefined
  }
}
