import { type CacheTerms, createRecentMap, type RecentMap } from '@pleat/core'
import type { CacheObservation } from './cache-observation.ts'

/** Limit of remembered combinations of account, upstream and model. The least recently used are evicted. */
const MAX_KNOWN = 1000
/** Consecutive cache misses, over all sessions, from which on a provider is considered to cache nothing. */
const MISSES_FOR_HABIT = 5
/** Shortest lifetime of any provider's cache. A miss after a shorter pause has another reason. */
export const LEAST_LIFETIME_MS = 5 * 60_000

/** Identifies a cache. A client that marks its prompts, or asks for a longer lifetime, gets a separate entry. */
export interface HabitName {
  readonly accountId: string
  /** Name of the upstream. */
  readonly upstream: string
  readonly model: string
  readonly terms: CacheTerms
}

interface Habit {
  /** Consecutive requests that missed the cache without a pause before them. */
  readonly misses: number
  readonly wasRead: boolean
  /** The longest pause after which the cache was read, and the shortest after which it was empty. */
  readonly readAfterMs: number
  readonly missedAfterMs: number
}

const UNKNOWN: Habit = { misses: 0, wasRead: false, readAfterMs: 0, missedAfterMs: Number.POSITIVE_INFINITY }

/**
 * Statistics of caching by account, upstream and model. A session starts from them until it has its own receipts. They are kept
 * in memory only, since each session stores the decisions that follow from them.
 */
export class CacheHabits {
  readonly #habits: RecentMap<Habit> = createRecentMap(MAX_KNOWN)

  /** Applies the receipt of a request that was sent after a pause of `idleMs`. */
  learn(name: HabitName, { wasMissed }: Pick<CacheObservation, 'wasMissed'>, idleMs: number): void {
    if (wasMissed === undefined) return
    const habit = this.#find(name)
    const { readAfterMs, missedAfterMs, misses } = habit
    const isPause = idleMs >= LEAST_LIFETIME_MS
    if (!wasMissed) this.#set(name, { ...habit, misses: 0, wasRead: true, readAfterMs: Math.max(readAfterMs, idleMs) })
    else if (isPause) this.#set(name, { ...habit, missedAfterMs: Math.min(missedAfterMs, idleMs) })
    else this.#set(name, { ...habit, misses: misses + 1 })
  }

  /** True if requests of this account to this model are cached, false if they are not, undefined without clear evidence. */
  isCaching(name: HabitName): boolean | undefined {
    const { misses, wasRead } = this.#find(name)
    if (misses >= MISSES_FOR_HABIT) return false
    return wasRead ? true : undefined
  }

  /**
   * True if a cache has expired after a pause of `idleMs`: it was never read after a pause of this length or
   * more, and either its longest lifetime is over or it was once empty after a pause that was not longer.
   */
  isForgottenAfter(name: HabitName, idleMs: number): boolean {
    const { readAfterMs, missedAfterMs } = this.#find(name)
    return idleMs > readAfterMs && (idleMs > name.terms.lifetimeMs || idleMs >= missedAfterMs)
  }

  #find(name: HabitName): Habit {
    return this.#habits.get(keyOf(name)) ?? UNKNOWN
  }

  #set(name: HabitName, habit: Habit): void {
    this.#habits.set(keyOf(name), habit)
  }
}

function keyOf({ accountId, upstream, model, terms }: HabitName): string {
  return `${accountId}\n${upstream}\n${model}\n${terms.lifetimeMs}\n${terms.caching.kind}`
}
