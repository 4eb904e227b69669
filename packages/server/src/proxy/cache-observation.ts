import type { Usage } from '@pleat/core'

/** What is known of the provider's cache from the newest request of one line of a session's messages. */
export interface CacheObservation {
  /** Prefix hash of all its messages. */
  readonly head: string
  /** Requests in a row up to it that found nothing in a cache that should have held it. */
  misses: number
  /** Whether it read nothing of the messages it shares with the one before; undefined where no receipt tells. */
  wasMissed: boolean | undefined
}

/** What a request shares with the one before, and what its receipt can be held against. */
export interface Expected {
  /** Tokens of the messages that are sent as they were in the request before. */
  readonly sharedTokens: number
  readonly leastTokens: number
  /** Share of instructions and tools in the request; other sessions read those too. */
  readonly pinnedShare: number
  /** Whether a pause preceded it in which a cache may forget: then a miss does not say that nothing is ever cached. */
  readonly wasIdle: boolean
}

/** Counts of two tokenizers differ by less. */
const MARGIN = 1.2

/** Applies the receipt of the request that `observation` is about. */
export function learnFromReceipt(observation: CacheObservation, expected: Expected, usage: Usage): void {
  observation.wasMissed = isMissed(expected, usage)
  if (observation.wasMissed === false) observation.misses = 0
  else if (observation.wasMissed && !expected.wasIdle) observation.misses++
}

function isMissed({ sharedTokens, leastTokens, pinnedShare }: Expected, usage: Usage): boolean | undefined {
  const pinned = pinnedShare * usage.inputTokens
  if (usage.cachedTokens > MARGIN * pinned) return false
  // Too little to be told from the instructions, or to be cached at all.
  if (sharedTokens < MARGIN * leastTokens || sharedTokens < pinned / 2) return undefined
  return true
}
