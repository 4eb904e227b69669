import { mergeUsage } from '../money/merge-usage.ts'
import { type DayRange, includesDay } from '../money/spending-window.ts'
import type { UsageEntry, UsageStore } from '../money/usage-port.ts'
import type { Log } from '../ports.ts'
import { UsageModels } from './usage-models.ts'
import { WriteBatch } from './write-batch.ts'

export interface UsageRecorderDeps {
  readonly store: Pick<UsageStore, 'add' | 'bills'>
  readonly log: Log
  onFailure(): void
  /** Called at once for each entry. */
  readonly onEntry?: (entry: UsageEntry) => void
}

interface BillRequest {
  readonly keyId: string
  readonly days: DayRange
  found(microCents: number): void
}

/** Requests that one use of the store answers. */
interface BillRead {
  readonly requests: BillRequest[]
  readonly done: Promise<void>
}

/** Writes usage. Clients never wait for it. */
export class UsageRecorder {
  readonly #deps: UsageRecorderDeps
  readonly #batch: WriteBatch<UsageEntry>
  readonly #models = new UsageModels()
  /** The read that waits for the store, which later requests join. */
  #nextRead: BillRead | undefined

  constructor(deps: UsageRecorderDeps) {
    this.#deps = deps
    const { store, log, onFailure } = deps
    const write = (entries: readonly UsageEntry[], name: string) => store.add(entries, name)
    this.#batch = new WriteBatch({ write, merge: mergeUsage, what: 'usage', log, onFailure })
  }

  add(given: UsageEntry): void {
    const entry = this.#models.bounded(given)
    this.#batch.add(entry)
    this.#deps.onEntry?.(entry)
  }

  /** Resolves when everything added so far is written. */
  async flush(): Promise<void> {
    await this.#batch.flush()
  }

  /**
   * Reads the bill of a key within a range of days, including entries that wait to be written. `found` is called before any other
   * entry is added or written, so each entry is either in the bill or added after it. Rejects if the store fails.
   *
   * Calls that wait for the store are answered together, so that writes of usage wait for one read and not for many.
   */
  readBill(keyId: string, days: DayRange, found: (microCents: number) => void): Promise<void> {
    this.#nextRead ??= this.#startRead()
    this.#nextRead.requests.push({ keyId, days, found })
    return this.#nextRead.done
  }

  #startRead(): BillRead {
    const requests: BillRequest[] = []
    const close = () => {
      if (this.#nextRead?.requests === requests) this.#nextRead = undefined
    }
    const done = this.#batch.alone(async (waiting) => {
      close()
      const ranges = Map.groupBy(requests, ({ days }) => `${days.fromDay} ${days.untilDay}`)
      for (const range of ranges.values()) await this.#readRange(range, waiting)
    })
    return { requests, done: done.finally(close) }
  }

  /** Answers requests about the same days. */
  async #readRange(requests: readonly BillRequest[], waiting: () => readonly UsageEntry[]): Promise<void> {
    const { days } = requests[0]!
    const bills = new Map(await this.#deps.store.bills(days, [...new Set(requests.map(({ keyId }) => keyId))]))
    for (const { keyId, day, billMicroCents } of waiting()) {
      if (includesDay(days, day)) bills.set(keyId, (bills.get(keyId) ?? 0) + billMicroCents)
    }
    for (const { keyId, found } of requests) found(bills.get(keyId) ?? 0)
  }
}
