import { randomUUID } from 'node:crypto'
import type { Log } from '../ports.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { within } from '../within.ts'

/** Milliseconds between two transactions under load. A killed process loses at most the entries of this time. */
const MIN_INTERVAL_MS = 100
/** Milliseconds between two attempts while the store is not available. */
const RETRY_MS = 1000
/** Milliseconds for which a closing server waits for a store that is not available. */
const FLUSH_MS = 10_000
/** Numbers of waiting entries: from the first on they are merged, beyond the second the oldest are dropped. */
const MERGED_FROM = 10_000
const MAX_WAITING = 100_000

interface WriteBatchOptions<Entry> {
  /** `name` identifies the batch. It is the same when a batch is written again because the outcome was unknown. */
  write(entries: readonly Entry[], name: string): Promise<void>
  /** Combines entries whose counts can be summed. */
  merge?(entries: readonly Entry[]): Entry[]
  /** Name of the entries for the log. */
  readonly what: string
  readonly log: Log
  onFailure(): void
}

interface Batch<Entry> {
  readonly name: string
  readonly entries: readonly Entry[]
}

/**
 * Writes entries in batches: all entries of one tick in one transaction. The client never waits for it. While the store is not
 * available, entries wait, and each is written once afterwards. A batch that the store refuses for another reason is written in
 * halves, down to the entries that are refused alone.
 */
export class WriteBatch<Entry> {
  readonly #options: WriteBatchOptions<Entry>
  #waiting: Entry[] = []
  #mergeAt = MERGED_FROM
  /** Largest number of entries in the next batch: finite while the entries that the store refuses are searched. */
  #most = Number.POSITIVE_INFINITY
  /** The batch that is being written, that waits for the store, or whose outcome is unknown. */
  #unsettled: Batch<Entry> | undefined
  #isGivenUp = false
  #writing: Promise<void> | undefined
  #lastWriteAt = Number.NEGATIVE_INFINITY
  /** The most recently started use of the store. */
  #use: Promise<unknown> = Promise.resolve()

  constructor(options: WriteBatchOptions<Entry>) {
    this.#options = options
  }

  add(entry: Entry): void {
    this.#waiting.push(entry)
    if (this.#waiting.length >= this.#mergeAt) this.#shorten()
    this.#writing ??= this.#writeAll()
  }

  /** Resolves when everything added so far is written, or after ten seconds. What is not written then counts as lost. */
  async flush(): Promise<void> {
    if (this.#writing) await within(FLUSH_MS, this.#writing, () => this.#giveUp())
  }

  /**
   * Uses the store while nothing is being written. `waiting` returns the entries that are not in the store yet, without those
   * that are added later.
   * @throws {StoreUnavailable} while it is unknown whether some entries are in the store.
   */
  alone<Result>(use: (waiting: () => readonly Entry[]) => Promise<Result>): Promise<Result> {
    return this.#inOrder(async () => {
      if (this.#unsettled) await this.#write()
      if (this.#unsettled) throw new StoreUnavailable('entries wait for the store')
      return await use(() => this.#waiting)
    })
  }

  #inOrder<Result>(use: () => Promise<Result>): Promise<Result> {
    const using = this.#use.then(use)
    this.#use = using.catch(() => {})
    return using
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 || this.#unsettled) {
      const interval = this.#unsettled ? RETRY_MS : Number.isFinite(this.#most) ? 0 : MIN_INTERVAL_MS
      const sinceLast = performance.now() - this.#lastWriteAt
      if (sinceLast >= interval) await new Promise(setImmediate)
      else await new Promise((resolve) => setTimeout(resolve, interval - sinceLast))
      await this.#inOrder(() => this.#write())
    }
    this.#writing = undefined
  }

  /** Makes one attempt: with the batch of unknown outcome, or else with waiting entries. */
  async #write(): Promise<void> {
    const { write, log, onFailure } = this.#options
    const isRetry = this.#unsettled !== undefined
    const batch = this.#unsettled ?? this.#takeWaiting()
    if (batch.entries.length === 0) return
    this.#unsettled = batch
    try {
      await write(batch.entries, batch.name)
      this.#unsettled = undefined
      this.#most *= 2
    } catch (error) {
      // A batch that was given up meanwhile is already reported.
      if (this.#unsettled !== batch) return
      if (error instanceof StoreUnavailable && !this.#isGivenUp) {
        if (!isRetry)
          log.warn({ error }, `Could not store ${this.#options.what}; retrying until the store is available.`)
      } else if (batch.entries.length > 1 && !this.#isGivenUp) {
        this.#unsettled = undefined
        this.#halve(batch.entries)
      } else {
        this.#unsettled = undefined
        onFailure()
        log.error({ error, entries: batch.entries.length }, `Could not store ${this.#options.what}.`)
      }
    }
    this.#lastWriteAt = performance.now()
  }

  #halve(entries: readonly Entry[]): void {
    this.#waiting = [...entries, ...this.#waiting]
    this.#most = Math.ceil(entries.length / 2)
  }

  #takeWaiting(): Batch<Entry> {
    const entries = this.#waiting.slice(0, this.#most)
    this.#waiting = this.#waiting.slice(this.#most)
    if (this.#waiting.length === 0) {
      this.#most = Number.POSITIVE_INFINITY
      this.#mergeAt = MERGED_FROM
    }
    return { name: randomUUID(), entries }
  }

  #shorten(): void {
    const { merge, what, log, onFailure } = this.#options
    if (merge) this.#waiting = merge(this.#waiting)
    const lost = this.#waiting.length - MAX_WAITING
    if (lost > 0) {
      this.#waiting = this.#waiting.slice(lost)
      onFailure()
      log.error({ entries: lost }, `Dropped the oldest ${what}: too many entries wait for the store.`)
    }
    this.#mergeAt = Math.min(MAX_WAITING, Math.max(MERGED_FROM, 2 * this.#waiting.length)) + 1
  }

  #giveUp(): void {
    const { what, log, onFailure } = this.#options
    const lost = (this.#unsettled?.entries.length ?? 0) + this.#waiting.length
    this.#isGivenUp = true
    this.#unsettled = undefined
    this.#waiting = []
    onFailure()
    log.error({ entries: lost }, `Could not store ${what}: the store is not available.`)
  }
}
