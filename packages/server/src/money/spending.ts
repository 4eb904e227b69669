import type { SpendingLimit, SpendingPeriod } from '../key-limits.ts'
import type { Clock, Log } from '../ports.ts'
import { type SpendingWindow, windowAt } from './spending-window.ts'
import type { UsageEntry } from './usage-port.ts'

/** How a key stands against its limit. */
export interface SpendingStanding {
  readonly spentMicroCents: number
  readonly resetsAt: number
}

/** Reads the bill of a key, and hands it over at a moment when everything noted is in it. */
export type ReadBill = (keyId: string, fromDay: string, found: (microCents: number) => void) => Promise<void>

interface Spent extends SpendingWindow {
  microCents: number
  /** When the store was asked last; undefined: not yet, or it did not answer. */
  readAt: number | undefined
  reading: Promise<void> | undefined
}

/** Keys whose spending is kept; the one that came first leaves and is read again. */
const MAX_KEYS = 10_000
/** How old what other processes have written may be. */
const READ_EVERY_MS = 5_000

/**
 * What keys with a limit have spent of the provider's bill, in memory: the store is asked once for each window, and then
 * every few seconds for what other processes have added. Spending never falls within a window.
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

  /** Rejects when the store cannot be asked and nothing is known of this window. */
  async standing(keyId: string, { period }: Pick<SpendingLimit, 'period'>): Promise<SpendingStanding> {
    const now = this.#clock.now()
    const spent = this.#open(keyId, period, now)
    if (spent.readAt === undefined) await this.#readInto(spent, keyId)
    else if (now - spent.readAt >= READ_EVERY_MS) {
      this.#readInto(spent, keyId).catch((error: unknown) => {
        // Asked again after a while, and not with every request, while the store is not available.
        spent.readAt = now
        this.#log.warn({ error, keyId }, 'The spending of a key could not be read.')
      })
    }
    return standingOf(spent)
  }

  /** Adds a request that is over. */
  note({ keyId, day, billMicroCents }: Pick<UsageEntry, 'keyId' | 'day' | 'billMicroCents'>): void {
    const known = this.#keys.get(keyId)
    if (!known) return
    for (const spent of [known.day, known.month]) {
      if (spent && day >= spent.fromDay) spent.microCents += billMicroCents
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
    spent.reading ??= this.#read(keyId, spent.fromDay, (microCents) => {
      // Requests whose usage could not be written down are in memory alone.
      spent.microCents = Math.max(spent.microCents, microCents)
      spent.readAt = this.#clock.now()
    }).finally(() => {
      spent.reading = undefined
    })
    return spent.reading
  }
}

function standingOf({ microCents, endsAt }: Spent): SpendingStanding {
  return { spentMicroCents: microCents, resetsAt: endsAt }
}
