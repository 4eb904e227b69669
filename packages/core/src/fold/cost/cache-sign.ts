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

/** What a sign says, as a number from 0 to 3: what is usual is 0. */
export function codeOfSign({ isCold, wasMissed }: CacheSign): number {
  return Number(isCold) + 2 * Number(wasMissed)
}

/** The sign that `code` says, for a request with `at` messages in its history. Higher bits, of earlier versions, say nothing. */
export function signOfCode(code: number, at: number): CacheSign {
  return { at, isCold: (code & 1) > 0, wasMissed: (code & 2) > 0 }
}
