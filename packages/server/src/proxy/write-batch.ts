import type { Log } from '../ports.ts'

/** Milliseconds between two transactions under load. A killed process loses at most the entries of this time. */
const MIN_INTERVAL_MS = 100

interface WriteBatchOptions<Entry> {
  write(entries: readonly Entry[]): Promise<void>
  /** What the entries are, for the log. */
  readonly what: string
  readonly log: Log
  onFailure(): void
}

/** Writes entries, all of one tick in one transaction. Clients never wait for it. */
export class WriteBatch<Entry> {
  readonly #options: WriteBatchOptions<Entry>
  #waiting: Entry[] = []
  #writing: Promise<void> | undefined
  #lastWriteAt = Number.NEGATIVE_INFINITY
  /** The use of the store that was begun last. */
  #use: Promise<unknown> = Promise.resolve()

  constructor(options: WriteBatchOptions<Entry>) {
    this.#options = options
  }

  add(entry: Entry): void {
    this.#waiting.push(entry)
    this.#writing ??= this.#writeAll()
  }

  /** Resolves when everything added so far is written. */
  async flush(): Promise<void> {
    await this.#writing
  }

  /**
   * Runs `use` while nothing is written. `waiting` returns the entries that are not in the store yet at that moment.
   */
  alone<Result>(use: (waiting: () => readonly Entry[]) => Promise<Result>): Promise<Result> {
    const using = this.#use.then(() => use(() => this.#waiting))
    this.#use = using.catch(() => {})
    return using
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const sinceLast = performance.now() - this.#lastWriteAt
      if (sinceLast >= MIN_INTERVAL_MS) await new Promise(setImmediate)
      else await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS - sinceLast))
      await this.alone(() => this.#write())
    }
    this.#writing = undefined
  }

  async #write(): Promise<void> {
    const { write, what, log, onFailure } = this.#options
    const entries = this.#waiting
    this.#waiting = []
    try {
      await write(entries)
      this.#lastWriteAt = performance.now()
    } catch (error) {
      onFailure()
      log.error({ error, entries: entries.length }, `${what} could not be written down.`)
    }
  }
}
