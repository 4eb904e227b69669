/**
 * What was known of the provider's cache when a request was built. Clocks and receipts are not the fold's affair: who has
 * them decides, and keeps what was decided, since it is part of what determines the bytes that are sent.
 */
export interface CacheSign {
  /** Messages in the history of the request. A sign holds for the requests after it too, until the next one. */
  readonly at: number
  /** Nothing of what was sent before is in the cache any more, as far as anyone can know. */
  readonly isCold: boolean
  /** The receipt of the request before this one says that nothing of its messages was read from the cache. */
  readonly wasMissed: boolean
  /** Receipts of this account and model show that nothing is cached, although it should be. */
  readonly isUncached?: boolean
  /** Receipts show that something is cached, although nothing was asked to be. */
  readonly isCached?: boolean
}

/** A cache that works as providers say, which is what holds before the first sign. */
const USUAL: CacheSign = { at: 0, isCold: false, wasMissed: false }

/** The sign that holds for a request with `at` messages in its history; `signs` in the order of their places. */
export function signAt(signs: readonly CacheSign[], at: number): CacheSign {
  return signs.findLast((sign) => sign.at <= at) ?? USUAL
}

/** Equal for equal signs on histories of up to `at` messages. */
export function signsKey(signs: readonly CacheSign[], at: number): string {
  let key = ''
  for (const sign of signs) if (sign.at <= at) key += `${sign.at}:${codeOfSign(sign)} `
  return key
}

/** Bits of a stored sign. Those between were of earlier versions, and say nothing. */
const COLD = 1
const MISSED = 2
const UNCACHED = 16
const CACHED = 32

/** What a sign says, as a number: what is usual is 0. */
export function codeOfSign({ isCold, wasMissed, isUncached, isCached }: CacheSign): number {
  return (isCold ? COLD : 0) + (wasMissed ? MISSED : 0) + (isUncached ? UNCACHED : 0) + (isCached ? CACHED : 0)
}

/** The sign that `code` says, for a request with `at` messages in its history. */
export function signOfCode(code: number, at: number): CacheSign {
  const has = (bit: number) => (code & bit) > 0
  return { at, isCold: has(COLD), wasMissed: has(MISSED), isUncached: has(UNCACHED), isCached: has(CACHED) }
}
