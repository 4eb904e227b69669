import { createRecentMap, type RecentMap } from '@pleat/core'
import type { CacheObservation } from './cache-observation.ts'

/** Accounts and models that are remembered; those used longest ago leave. */
const MAX_KNOWN = 1000
/** So many requests have to miss the cache, and none be read from it, to be a habit. */
const MISSES_FOR_HABIT = 20
/** No cache forgets sooner than this; a miss after less has another reason. */
export const LEAST_LIFETIME_MS = 5 * 60_000

/** Whose cache it is: what is asked to be kept for longer is another one. */
export interface HabitName {
  readonly accountId: string
  readonly model: string
  readonly lifetimeMs: number
}

interface Habit {
  /** Requests that missed the cache without a pause before them, since one was last read from it. */
  readonly misses: number
  /** The longest pause after which the cache was read, and the shortest one after which it was not. */
  readonly readAfterMs: number
  readonly missedAfterMs: number
}

const UNKNOWN: Habit = { misses: 0, readAfterMs: 0, missedAfterMs: Number.POSITIVE_INFINITY }

/**
 * What receipts say of caching on the whole, by account and model: what a session begins to believe before it has receipts
 * of its own, or where it never gets any. Kept in memory alone: what follows from it is kept with each session.
 */
export class CacheHabits {
  readonly #habits: RecentMap<Habit> = createRecentMap(MAX_KNOWN)

  /** Takes the receipt of a request into account that was sent after a pause of `idleMs`. */
  learn(name: HabitName, { wasMissed }: CacheObservation, idleMs: number): void {
    if (wasMissed === undefined) return
    const habit = this.#find(name)
    const isPause = idleMs >= LEAST_LIFETIME_MS
    if (!wasMissed) this.#set(name, { ...habit, misses: 0, readAfterMs: Math.max(habit.readAfterMs, idleMs) })
    else if (isPause) this.#set(name, { ...habit, missedAfterMs: Math.min(habit.missedAfterMs, idleMs) })
    else this.#set(name, { ...habit, misses: habit.misses + 1 })
  }

  /** Whether requests of this account to this model are never read from a cache, on clear evidence. */
  isUncached(name: HabitName): boolean {
    return this.#find(name).misses >= MISSES_FOR_HABIT
  }

  /** Whether the cache was once found empty after so short a pause, and never read after one as long. */
  isForgottenAfter(name: HabitName, idleMs: number): boolean {
    const { readAfterMs, missedAfterMs } = this.#find(name)
    return idleMs >= missedAfterMs && idleMs > readAfterMs
  }

  #find(name: HabitName): Habit {
    return this.#habits.get(keyOf(name)) ?? UNKNOWN
  }

  #set(name: HabitName, habit: Habit): void {
    this.#habits.set(keyOf(name), habit)
  }
}

function keyOf({ accountId, model, lifetimeMs }: HabitName): string {
  return `${accountId}\n${model}\n${lifetimeMs}`
}
