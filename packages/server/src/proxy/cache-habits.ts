import { type CacheTerms, createRecentMap, type RecentMap } from '@pleat/core'
import type { CacheObservation } from './cache-observation.ts'

/** Accounts, upstreams and models that are remembered; those used longest ago leave. */
const MAX_KNOWN = 1000
/** So many requests in a row have to miss the cache, in all sessions together, to be a habit. */
const MISSES_FOR_HABIT = 5
/** No cache forgets sooner than this; a miss after less has another reason. */
export const LEAST_LIFETIME_MS = 5 * 60_000

/** Whose cache it is. What is asked to be cached, or to be kept for longer, is another matter. */
export interface HabitName {
  readonly accountId: string
  /** Name of the upstream. */
  readonly upstream: string
  readonly model: string
  readonly terms: CacheTerms
}

interface Habit {
  /** Requests that missed the cache without a pause before them, since one was last read from it. */
  readonly misses: number
  readonly wasRead: boolean
  /** The longest pause after which the cache was read, and the shortest one after which it was not. */
  readonly readAfterMs: number
  readonly missedAfterMs: number
}

const UNKNOWN: Habit = { misses: 0, wasRead: false, readAfterMs: 0, missedAfterMs: Number.POSITIVE_INFINITY }

/**
 * What receipts say of caching on the whole, by account, upstream and model: what a session begins to believe before it has
 * receipts of its own, or where it never gets any. Kept in memory alone: what follows from it is kept with each session.
 */
export class CacheHabits {
  readonly #habits: RecentMap<Habit> = createRecentMap(MAX_KNOWN)

  /** Takes the receipt of a request into account that was sent after a pause of `idleMs`. */
  learn(name: HabitName, { wasMissed }: Pick<CacheObservation, 'wasMissed'>, idleMs: number): void {
    if (wasMissed === undefined) return
    const habit = this.#find(name)
    const { readAfterMs, missedAfterMs, misses } = habit
    const isPause = idleMs >= LEAST_LIFETIME_MS
    if (!wasMissed) this.#set(name, { ...habit, misses: 0, wasRead: true, readAfterMs: Math.max(readAfterMs, idleMs) })
    else if (isPause) this.#set(name, { ...habit, missedAfterMs: Math.min(missedAfterMs, idleMs) })
    else this.#set(name, { ...habit, misses: misses + 1 })
  }

  /** Whether requests of this account to this model are cached; undefined without clear evidence. */
  isCaching(name: HabitName): boolean | undefined {
    const { misses, wasRead } = this.#find(name)
    if (misses >= MISSES_FOR_HABIT) return false
    return wasRead ? true : undefined
  }

  /**
   * Whether a cache has forgotten after a pause of `idleMs`: where it was never read after one as long, and its longest
   * lifetime is over, or it was once found empty after a shorter one.
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
