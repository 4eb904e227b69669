import { randomUUID } from 'node:crypto'
import type { Log } from '../ports.ts'
import { StoreUnavailable } from '../store-unavailable.ts'

/** Milliseconds between two transactions under load. A killed process loses at most the entries of this time. */
const MIN_INTERVAL_MS = 100
/** Milliseconds between two attempts while the store is not available. */
const RETRY_MS = 1000
/** How long the end of the server waits for a store that is not available. */
const FLUSH_MS = 10_000
/** Entries that wait for the store before they are merged, and in all. */
const MERGED_FROM = 10_000
const MOST_WAITING = 100_000

interface WriteBatchOptions<Entry> {
  /** `name` is that of the batch, and the same when it is written again because nobody knows whether it was. */
  write(entries: readonly Entry[], name: string): Promise<void>
  /** Makes fewer entries of many, where they add up. */
  merge?(entries: readonly Entry[]): Entry[]
  /** What the entries are, for the log. */
  readonly what: string
  readonly log: Log
  onFailure(): void
}

interface Batch<Entry> {
  readonly name: string
  readonly entries: readonly Entry[]
}

/**
 * Writes entries down, all of one tick in one transaction; the client never waits for it. While the store is not available
 * they wait, and are written once when it is.
 */
export class WriteBatch<Entry> {
  readonly #options: WriteBatchOptions<Entry>
  #waiting: Entry[] = []
  #mergeAt = MERGED_FROM
  /** The batch that the store did not take, or took without saying so. */
  #unsettled: Batch<Entry> | undefined
  #isGivenUp = false
  #writing: Promise<void> | undefined
  #lastWriteAt = Number.NEGATIVE_INFINITY
  /** The use of the store that was begun last. */
  #use: Promise<unknown> = Promise.resolve()

  constructor(options: WriteBatchOptions<Entry>) {
    this.#options = options
  }

  add(entry: Entry): void {
    this.#waiting.push(entry)
    if (this.#waiting.length >= this.#mergeAt) this.#shorten()
    this.#writing ??= this.#writeAll()
  }

  /** Resolves when everything added so far is written, or when the store has not been available for ten seconds. */
  async flush(): Promise<void> {
    if (!this.#writing) return
    let timer: NodeJS.Timeout | undefined
    const isLate = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), FLUSH_MS)
    })
    const outcome = await Promise.race([this.#writing, isLate])
    clearTimeout(timer)
    if (outcome === 'late' && this.#unsettled) this.#giveUp()
  }

  /**
   * Uses the store while nothing is written. `waiting` gives the entries that are not in the store yet; those that are added
   * later are not in it.
   * @throws {StoreUnavailable} while it is not known of some entries whether they are in the store.
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
      const interval = this.#unsettled ? RETRY_MS : MIN_INTERVAL_MS
      const sinceLast = performance.now() - this.#lastWriteAt
      if (sinceLast >= interval) await new Promise(setImmediate)
      else await new Promise((resolve) => setTimeout(resolve, interval - sinceLast))
      await this.#inOrder(() => this.#write())
    }
    this.#writing = undefined
  }

  /** One attempt: of the batch whose fate is not known, or else of everything that waits. */
  async #write(): Promise<void> {
    const { write, log, onFailure } = this.#options
    const batch = this.#unsettled ?? this.#takeWaiting()
    if (batch.entries.length === 0) return
    try {
      await write(batch.entries, batch.name)
      this.#unsettled = undefined
    } catch (error) {
      if (error instanceof StoreUnavailable && !this.#isGivenUp) {
        if (!this.#unsettled) log.warn({ error }, `${this.#options.what} waits for the store.`)
        this.#unsettled = batch
      } else {
        this.#unsettled = undefined
        onFailure()
        log.error({ error, entries: batch.entries.length }, `${this.#options.what} could not be written down.`)
      }
    }
    this.#lastWriteAt = performance.now()
  }

  #takeWaiting(): Batch<Entry> {
    const entries = this.#waiting
    this.#waiting = []
    this.#mergeAt = MERGED_FROM
    return { name: randomUUID(), entries }
  }

  #shorten(): void {
    const { merge, what, log, onFailure } = this.#options
    if (merge) this.#waiting = merge(this.#waiting)
    const lost = this.#waiting.length - MOST_WAITING
    if (lost > 0) {
      this.#waiting = this.#waiting.slice(lost)
      onFailure()
      log.error({ entries: lost }, `${what} of too many requests waits for the store; the oldest is given up.`)
    }
    this.#mergeAt = Math.min(MOST_WAITING, Math.max(MERGED_FROM, 2 * this.#waiting.length)) + 1
  }

  #giveUp(): void {
    const { what, log, onFailure } = this.#options
    const lost = (this.#unsettled?.entries.length ?? 0) + this.#waiting.length
    this.#isGivenUp = true
    this.#unsettled = undefined
    this.#waiting = []
    onFailure()
    log.error({ entries: lost }, `${what} could not be written down: the store is not available.`)
  }
}
