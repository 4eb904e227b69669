import type { Clock } from '../ports.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { ObjectStore } from './object-port.ts'

/** Milliseconds for which it is assumed that other accounts have objects, and that they have none yet. */
const SOME_MS = 60_000
const NONE_MS = 1_000
const MAX_ACCOUNTS = 10_000

/** Remembers whether accounts other than the caller's have objects, because every request under the server's key asks. */
export class ForeignObjects {
  readonly #store: Pick<ObjectStore, 'hasOthers'>
  readonly #clock: Clock
  /** Accounts for which others had some objects, or none, each with the time of that finding. */
  readonly #some = new Map<string, number>()
  readonly #none = new Map<string, number>()
  /** Running queries by account. Concurrent requests share one. */
  readonly #asking = new Map<string, Promise<boolean>>()

  constructor(store: Pick<ObjectStore, 'hasOthers'>, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** True if an object belongs to another account. Also true while the store is not available. */
  async mayExist(accountId: string): Promise<boolean> {
    const now = this.#clock.now()
    if (isRecent(this.#some.get(accountId), { ms: SOME_MS, now })) return true
    if (isRecent(this.#none.get(accountId), { ms: NONE_MS, now })) return false
    return await (this.#asking.get(accountId) ?? this.#ask(accountId))
  }

  /** Notes that an account has a new object: "none" is no longer true for the others, nor may a running query say so. */
  noteObject(ownerId: string): void {
    keepOnly(ownerId, this.#none)
    keepOnly(ownerId, this.#asking)
  }

  #ask(accountId: string): Promise<boolean> {
    const isCurrent = () => this.#asking.get(accountId) === asking
    const asking = this.#store
      .hasOthers(accountId)
      .then((has) => {
        if (isCurrent()) remember(accountId, has ? this.#some : this.#none, this.#clock.now())
        return has
      }, trueIfUnavailable)
      .finally(() => isCurrent() && this.#asking.delete(accountId))
    this.#asking.set(accountId, asking)
    return asking
  }
}

function isRecent(foundAt: number | undefined, { ms, now }: { ms: number; now: number }): boolean {
  if (foundAt === undefined) return false
  const age = now - foundAt
  // The age is negative if the clock was set back.
  return age >= 0 && age < ms
}

function remember(accountId: string, found: Map<string, number>, now: number): void {
  if (found.size >= MAX_ACCOUNTS) found.clear()
  found.set(accountId, now)
}

function keepOnly<Value>(key: string, map: Map<string, Value>): void {
  const kept = map.get(key)
  map.clear()
  if (kept !== undefined) map.set(key, kept)
}

function trueIfUnavailable(error: unknown): true {
  if (!(error instanceof StoreUnavailable)) throw error
  return true
}
