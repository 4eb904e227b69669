import type { Usage } from '@pleat/core'

/** What is known of the provider's cache from the newest request of one line of a session's messages. */
export interface CacheObservation {
  /** Prefix hash of all its messages. */
  readonly head: string
  /** Requests in a row up to it that found nothing in a cache that should have held it. */
  misses: number
  /** Whether it read nothing of the messages it shares with the one before; undefined where no receipt tells. */
  wasMissed: boolean | undefined
  /** Whether messages of this line are cached at all, by its receipts; undefined: they do not tell. */
  isCaching: boolean | undefined
  /** Requests in a row up to it whose receipts told nothing, since what they shared was too short, or had just been folded. */
  untold: number
  /** Input tokens by its receipt, where it left unchanged: the next request sends all of them again. Else 0. */
  sentTokens: number
}

/** What a request shares with the one before, and what its receipt can be held against. */
export interface Expected {
  /** Tokens of the messages that are sent as they were in the request before. */
  readonly sharedTokens: number
  readonly leastTokens: number
  /** Share of instructions and tools in the request, which other sessions read too; undefined where it is not known. */
  readonly pinnedShare: number | undefined
  /** Whether its fold moved: a miss may be our own doing. */
  readonly hasMoved: boolean
  /** Whether a pause preceded it in which a cache may forget: then a miss does not say that nothing is ever cached. */
  readonly wasIdle: boolean
}

/** Counts of two tokenizers differ by less. */
const MARGIN = 1.2
/** So many requests in a row have to miss the cache before it is believed that nothing is cached. */
const MISSES_TO_BELIEVE = 2

/** Applies the receipt of the request that `observation` is about. One hit is enough to believe that the cache works. */
export function learnFromReceipt(observation: CacheObservation, expected: Expected, usage: Usage): void {
  observation.wasMissed = isMissed(expected, usage)
  observation.untold = observation.wasMissed === undefined ? observation.untold + 1 : 0
  if (observation.wasMissed === false) {
    observation.misses = 0
    observation.isCaching = true
  } else if (observation.wasMissed && !expected.wasIdle) {
    observation.misses++
    if (observation.misses >= MISSES_TO_BELIEVE) observation.isCaching = false
  }
}

function isMissed(expected: Expected, usage: Usage): boolean | undefined {
  const { sharedTokens, leastTokens, pinnedShare, hasMoved } = expected
  const { cachedTokens, inputTokens } = usage
  const isLong = !hasMoved && sharedTokens >= MARGIN * leastTokens
  if (pinnedShare === undefined) {
    // Little that was read may have been the instructions alone.
    if (MARGIN * cachedTokens >= sharedTokens) return cachedTokens > 0 ? false : undefined
    return cachedTokens === 0 && isLong ? true : undefined
  }
  const pinned = pinnedShare * inputTokens
  if (cachedTokens > MARGIN * pinned) return false
  // Too little to be told from the instructions, or to be cached at all.
  return isLong && sharedTokens >= pinned / 2 ? true : undefined
}
