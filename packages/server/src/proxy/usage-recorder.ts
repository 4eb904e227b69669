import type { Log, UsageEntry, UsageStore } from '../ports.ts'
import type { Counters } from './counters.ts'

/** Writes usage down, all entries of one turn of the event loop in one transaction; the client never waits for it. */
export class UsageRecorder {
  readonly #store: UsageStore
  readonly #log: Log
  readonly #counters: Counters
  #waiting: UsageEntry[] = []
  #writing: Promise<void> | undefined

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
      await new Promise(setImmediate)
      const entries = this.#waiting
      this.#waiting = []
      try {
        await this.#store.add(entries)
      } catch (error) {
        this.#counters.add('record_failed')
        this.#log.error({ error, entries: entries.length }, 'Usage could not be written down.')
      }
    }
    this.#writing = undefined
  }
}
