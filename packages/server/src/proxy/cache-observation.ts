import type { Usage } from '@pleat/core'

/** State of the provider's cache after the newest request of one history of a session. */
export interface CacheObservation {
  /** Prefix hash of all messages of that request. */
  readonly head: string
  /** Consecutive requests, up to this one, that read nothing from a cache that should have contained their prefix. */
  misses: number
  /**
   * True if that request read none of the messages that it shares with the previous one from the cache. Undefined if no
   * receipt shows it.
   */
  wasMissed: boolean | undefined
  /** True if receipts show that messages of this history are cached, false if they show the opposite. */
  isCaching: boolean | undefined
  /**
   * Consecutive requests, up to this one, with inconclusive receipts: their shared prefix was too short, or had just been
   * folded.
   */
  untold: number
  /** Input tokens on its receipt, if it was sent unchanged: the next request sends all of them again. Otherwise 0. */
  sentTokens: number
}

/** The prefix that a request shares with the previous one, as the expectation for its receipt. */
export interface Expected {
  /** Tokens of the messages that are sent as they were in the previous request. */
  readonly sharedTokens: number
  readonly leastTokens: number
  /** Share of instructions and tools in the request, which other sessions read too. Undefined if unknown. */
  readonly pinnedShare: number | undefined
  /** True if the fold moved in this request. The move may then have caused the miss. */
  readonly hasMoved: boolean
  /**
   * True if the request came after a pause in which a cache may expire. Its miss does not prove that nothing is cached.
   */
  readonly wasIdle: boolean
}

/** Largest ratio between the counts of two tokenizers. */
const MARGIN = 1.2
/** Consecutive cache misses after which a session is considered uncached. */
const MISSES_TO_BELIEVE = 2

/** Applies the receipt of the request that `observation` describes. One hit proves that the cache works. */
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
    // A small read may have been the instructions alone.
    if (MARGIN * cachedTokens >= sharedTokens) return cachedTokens > 0 ? false : undefined
    return cachedTokens === 0 && isLong ? true : undefined
  }
  const pinned = pinnedShare * inputTokens
  if (cachedTokens > MARGIN * pinned) return false
  // Too short to distinguish from the instructions, or to be cached at all.
  return isLong && sharedTokens >= pinned / 2 ? true : undefined
}
