import type { Usage } from '@pleat/core'

/** The newest request of one line of a session's messages, as far as the provider's cache is concerned. */
export interface CacheLine {
  /** Chain hash of all its messages. */
  readonly tip: string
  /** Requests in a row up to it that found nothing in a cache that should have held it. */
  misses: number
  /** Whether it read nothing of the messages it shares with the one before; undefined where no receipt tells. */
  wasMissed: boolean | undefined
}

/** What a request shares with the one before, and what its receipt can be held against. */
export interface Expected {
  /** Tokens of the messages that stand as they stood in the request before. */
  readonly sharedTokens: number
  readonly leastTokens: number
  /** Share of what stands before the conversation, instructions and tools, in the request; other sessions read that too. */
  readonly pinnedShare: number
  /** Whether there was a pause in which a cache may forget: then missing it does not say that nothing is ever cached. */
  readonly wasIdle: boolean
}

/** Counts of two tokenizers differ by less. */
const MARGIN = 1.2

/** Takes the receipt of the request that `line` ends with. */
export function learnFromReceipt(line: CacheLine, expected: Expected, usage: Usage): void {
  line.wasMissed = isMissed(expected, usage)
  if (line.wasMissed === false) line.misses = 0
  else if (line.wasMissed && !expected.wasIdle) line.misses++
}

function isMissed({ sharedTokens, leastTokens, pinnedShare }: Expected, usage: Usage): boolean | undefined {
  const pinned = pinnedShare * usage.inputTokens
  if (usage.cachedTokens > MARGIN * pinned) return false
  // Too little to be told from what stands before it, or to be cached at all.
  if (sharedTokens < MARGIN * leastTokens || sharedTokens < pinned / 2) return undefined
  return true
}
