import { type CacheSign, codeOfSign, signOfCode } from '@pleat/core'
import type { CacheDecision } from './compression-port.ts'
import { shortHash } from './prefix-hashes.ts'

/** Limit of changes per session. After them, a decision only returns a history to the usual state. */
const MAX_CHANGES = 255
/** Number of decisions from which a session gets no more. */
export const MAX_DECISIONS = 512
const USUAL_CODE = 0

/** State of the cache when a request is about to be folded. */
export interface CacheFacts {
  /** True if the session was idle for longer than the cache's lifetime. */
  readonly isIdle: boolean
  /** True if the previous request missed the cache. */
  readonly wasMissed: boolean
  /** According to receipts: true if input is cached, false if not. Undefined: the provider's documented behaviour applies. */
  readonly isCaching: boolean | undefined
  /** True if the provider documents that it caches nothing, because the client marks nothing to be cached. */
  readonly isUnasked: boolean
  /**
   * True after several inconclusive receipts: folds that do not pay at once are postponed until a receipt shows whether
   * input is cached.
   */
  readonly isAsking: boolean
}

/** The decisions for a history, as input of the fold. `chain`: hashes of its prefixes, shortest first. */
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
 * Returns `decisions`, with one more if the cache sign changes for the request with the history `chain`. A decision for a
 * history is final. The caller must not ask for a repeated turn (`mayDecide`).
 */
export function decideOn(
  decisions: readonly CacheDecision[],
  chain: readonly string[],
  facts: CacheFacts,
): readonly CacheDecision[] {
  const link = chain.at(-1)
  // Instructions alone are not a history.
  if (!link || decisions.length >= MAX_DECISIONS) return decisions
  const tip = shortHash(link)
  if (decisions.some((decision) => decision.tip === tip)) return decisions
  const code = decisions.length < MAX_CHANGES ? codeOfSign(signFrom(facts)) : USUAL_CODE
  const before = signsOn(decisions, chain).at(-1)
  return code === (before ? codeOfSign(before) : USUAL_CODE) ? decisions : [...decisions, { tip, code }]
}

function signFrom({ isIdle, wasMissed, isCaching, isUnasked, isAsking }: CacheFacts): CacheSign {
  if (isUnasked) return isCaching ? { at: 0, isCold: isIdle, wasMissed, isCached: true } : signOfCode(USUAL_CODE, 0)
  const isUncached = isCaching === false
  return { at: 0, isCold: isIdle || (isUncached && !isAsking), wasMissed, isUncached }
}
