import { type CacheSign, codeOfSign, signOfCode } from '@pleat/core'
import type { CacheDecision } from './compression-port.ts'
import { shortHash } from './prefix-hashes.ts'

/** Changes that a session keeps, the last of them back to what is usual: that is what holds from then on. */
const MAX_DECISIONS = 256
const USUAL_CODE = 0

/** What is known when a request is about to be folded. */
export interface CacheFacts {
  /** Whether the session was idle for longer than the cache lives. */
  readonly isIdle: boolean
  /** Whether the request before it missed the cache. */
  readonly wasMissed: boolean
  /** Whether anything is cached at all, as far as receipts show; undefined: it is as the provider says. */
  readonly isCaching: boolean | undefined
  /** Whether, as the provider says, nothing is: the client asks for nothing to be cached. */
  readonly isUnasked: boolean
  /** Whether a fold waits, unless it pays at once, so that a receipt tells whether anything is cached. */
  readonly isAsking: boolean
}

/** The decisions that hold on a history, as the fold takes them. `chain`: hashes of its prefixes, shortest first. */
export function signsOn(decisions: readonly CacheDecision[], chain: readonly string[]): CacheSign[] {
  if (decisions.length === 0) return []
  const places = new Map(chain.map((link, index) => [shortHash(link), index + 1]))
  const signs: CacheSign[] = []
  for (const { tip, code } of decisions) {
    const at = places.get(tip)
    if (at !== undefined) signs.push(signOfCode(code, at))
  }
  return signs.sort((one, other) => one.at - other.at)
}

/**
 * Decides what the fold is told of the cache from the request after `chain` on, and keeps it where it is something new.
 * A history is decided on once: what was sent stays sent, so whoever asks again gets the same answer.
 */
export function decideOn(
  decisions: readonly CacheDecision[],
  chain: readonly string[],
  facts: CacheFacts,
): readonly CacheDecision[] {
  const link = chain.at(-1)
  // Instructions alone are no history.
  if (!link || decisions.length >= MAX_DECISIONS) return decisions
  const tip = shortHash(link)
  if (decisions.some((decision) => decision.tip === tip)) return decisions
  const code = decisions.length < MAX_DECISIONS - 1 ? codeOfSign(signFrom(facts)) : USUAL_CODE
  const before = signsOn(decisions, chain).at(-1)
  return code === (before ? codeOfSign(before) : USUAL_CODE) ? decisions : [...decisions, { tip, code }]
}

function signFrom({ isIdle, wasMissed, isCaching, isUnasked, isAsking }: CacheFacts): CacheSign {
  if (isUnasked) return isCaching ? { at: 0, isCold: isIdle, wasMissed, isCached: true } : signOfCode(USUAL_CODE, 0)
  const isUncached = isCaching === false
  return { at: 0, isCold: isIdle || (isUncached && !isAsking), wasMissed, isUncached }
}
