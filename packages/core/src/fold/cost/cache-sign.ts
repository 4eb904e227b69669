/**
 * The known state of the provider's cache when a request was built. The fold sees no clocks and no receipts: the caller
 * evaluates them and stores the result, because it is part of what determines the sent bytes.
 */
export interface CacheSign {
  /** Messages in the history of the request. A sign also holds for later requests, until the next sign. */
  readonly at: number
  /** As far as known, the cache has lost everything that was sent before. */
  readonly isCold: boolean
  /** The receipt of the previous request shows that no messages were read from the cache. */
  readonly wasMissed: boolean
  /** Receipts of this account and model show that nothing is cached, although it should be. */
  readonly isUncached?: boolean
  /** Receipts show that something is cached, although caching was not requested. */
  readonly isCached?: boolean
}

/** A cache that works as the provider documents it. Holds before the first sign. */
const USUAL: CacheSign = { at: 0, isCold: false, wasMissed: false }

/** The sign that holds for a request with `at` messages in its history. `signs` are sorted by position. */
export function signAt(signs: readonly CacheSign[], at: number): CacheSign {
  return signs.findLast((sign) => sign.at <= at) ?? USUAL
}

/** Equal for equal signs on histories of up to `at` messages. */
export function signsKey(signs: readonly CacheSign[], at: number): string {
  let key = ''
  for (const sign of signs) if (sign.at <= at) key += `${sign.at}:${codeOfSign(sign)} `
  return key
}

/** Bits of a stored sign. The bits between them belonged to earlier versions and are ignored. */
const COLD = 1
const MISSED = 2
const UNCACHED = 16
const CACHED = 32

/** A sign as a number. The usual sign is 0. */
export function codeOfSign({ isCold, wasMissed, isUncached, isCached }: CacheSign): number {
  return (isCold ? COLD : 0) + (wasMissed ? MISSED : 0) + (isUncached ? UNCACHED : 0) + (isCached ? CACHED : 0)
}

/** The sign encoded by `code`, for a request with `at` messages in its history. */
export function signOfCode(code: number, at: number): CacheSign {
  const has = (bit: number) => (code & bit) > 0
  return { at, isCold: has(COLD), wasMissed: has(MISSED), isUncached: has(UNCACHED), isCached: has(CACHED) }
}
