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

/** Writes usage. Clients never wait for it. */
export class UsageRecorder {
  readonly #deps: UsageRecorderDeps
  readonly #batch: WriteBatch<UsageEntry>
  readonly #models = new UsageModels()

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
   * entry is added or written, so each entry is either in the bill or added after it.
   */
  readBill(keyId: string, days: DayRange, found: (microCents: number) => void): Promise<void> {
    return this.#batch.alone(async (waiting) => {
      const stored = (await this.#deps.store.bills(days, keyId)).get(keyId) ?? 0
      const unwritten = waiting().filter((entry) => entry.keyId === keyId && includesDay(days, entry.day))
      found(unwritten.reduce((sum, { billMicroCents }) => sum + billMicroCents, stored))
    })
  }
}
