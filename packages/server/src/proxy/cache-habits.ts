import { createRecentMap, type RecentMap } from '@pleat/core'
import type { CacheLine } from './cache-line.ts'

/** Accounts and models that are remembered; those used longest ago leave. */
const MAX_KNOWN = 1000
/** So many requests have to miss the cache, and none be read from it, to be a habit. */
const MISSES_FOR_HABIT = 20

/**
 * What receipts say of caching on the whole, by account and model: what a session begins to believe before it has receipts
 * of its own, or where it never gets any. Kept in memory alone: what follows from it is kept with each session.
 */
export class CacheHabits {
  readonly #misses: RecentMap<number> = createRecentMap(MAX_KNOWN)

  /** Takes a request with its receipt into account. */
  learn(accountId: string, model: string, { wasMissed, misses }: CacheLine): void {
    const key = keyOf(accountId, model)
    if (wasMissed === false) this.#misses.set(key, 0)
    else if (wasMissed && misses > 0) this.#misses.set(key, (this.#misses.get(key) ?? 0) + 1)
  }

  /** Whether requests of this account to this model are never read from a cache, on clear evidence. */
  isUncached(accountId: string, model: string): boolean {
    return (this.#misses.get(keyOf(accountId, model)) ?? 0) >= MISSES_FOR_HABIT
  }
}

function keyOf(accountId: string, model: string): string {
  return `${accountId}\n${model}`
}
