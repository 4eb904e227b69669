import type { SpendingLimit, SpendingPeriod } from '../key-limits.ts'
import type { Clock, Log } from '../ports.ts'
import { type DayRange, includesDay, type SpendingWindow, windowAt } from './spending-window.ts'
import type { UsageEntry } from './usage-port.ts'

/** The spending of a key in the current period, in micro-cents, and the end of the period in Unix milliseconds. */
export interface CurrentSpending {
  readonly spentMicroCents: number
  readonly resetsAt: number
}

/** Reads the bill of a key. It calls `found` at a moment when the bill includes everything passed to `note`. */
export type ReadBill = (keyId: string, days: DayRange, found: (microCents: number) => void) => Promise<void>

interface Spent extends SpendingWindow {
  microCents: number
  /** Time of the last read of the store; undefined before the first successful read. */
  readAt: number | undefined
  reading: Promise<void> | undefined
}

/** Keys whose spending is cached. The oldest one is evicted and read again later. */
const MAX_KEYS = 10_000
/** Age in milliseconds from which the cached spending is read again, to include that of other processes. */
const READ_EVERY_MS = 5_000

/**
 * Caches the spending of keys that have a limit. The store is read once for each window, and then every few seconds for
 * the spending of other processes. Spending never falls within a window.
 */
export class Spending {
  readonly #read: ReadBill
  readonly #clock: Clock
  readonly #log: Log
  readonly #keys = new Map<string, Partial<Record<SpendingPeriod, Spent>>>()

  constructor(deps: { read: ReadBill; clock: Clock; log: Log }) {
    this.#read = deps.read
    this.#clock = deps.clock
    this.#log = deps.log
  }

  /** The spending of the current window. Rejects if the store fails and nothing is cached. */
  async current(keyId: string, { period }: Pick<SpendingLimit, 'period'>): Promise<CurrentSpending> {
    const now = this.#clock.now()
    const spent = this.#open(keyId, period, now)
    if (spent.readAt === undefined) await this.#readInto(spent, keyId)
    else if (spent.reading === undefined && Math.abs(now - spent.readAt) >= READ_EVERY_MS) {
      this.#readInto(spent, keyId).catch((error: unknown) => {
        // Retried after a pause and not with every request while the store is unavailable.
        spent.readAt = this.#clock.now()
        this.#log.warn({ error, keyId }, 'The spending of a key could not be read.')
      })
    }
    return currentOf(spent)
  }

  /** Adds the bill of a completed request. */
  note({ keyId, day, billMicroCents }: Pick<UsageEntry, 'keyId' | 'day' | 'billMicroCents'>): void {
    const known = this.#keys.get(keyId)
    if (!known) return
    for (const spent of [known.day, known.month]) {
      if (spent && includesDay(spent, day)) spent.microCents += billMicroCents
    }
  }

  #open(keyId: string, period: SpendingPeriod, now: number): Spent {
    const known = this.#keys.get(keyId)
    const before = known?.[period]
    if (before && now >= before.startsAt && now < before.endsAt) return before
    if (!known && this.#keys.size >= MAX_KEYS) this.#keys.delete(this.#keys.keys().next().value!)
    const spent = { ...windowAt(period, now), microCents: 0, readAt: undefined, reading: undefined }
    this.#keys.set(keyId, { ...known, [period]: spent })
    return spent
  }

  #readInto(spent: Spent, keyId: string): Promise<void> {
    spent.reading ??= this.#read(keyId, spent, (microCents) => {
      // The cached value includes requests whose usage could not be written.
      spent.microCents = Math.max(spent.microCents, microCents)
      spent.readAt = this.#clock.now()
    }).finally(() => {
      spent.reading = undefined
    })
    return spent.reading
  }
}

function currentOf({ microCents, endsAt }: Spent): CurrentSpending {
  return { spentMicroCents: microCents, resetsAt: endsAt }
}
