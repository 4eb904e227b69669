import { legalBoundaries } from '../boundary.ts'
import { isFree } from '../cost/cost-state.ts'
import { justCached } from '../cost/price-models.ts'
import { leadTokensOf } from '../lead.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { KEEPS_NONE, type PinRule } from './pin-rule.ts'
import { pin, release } from './pins.ts'

/** The first messages of a conversation, which the provider has in its cache already. */
const cachedPrefix: PinRule = { moments: [], reader: () => KEEPS_NONE }

/**
 * Has `fold` put only that into other words which stands behind the first messages, as many as the cache needs: they are read
 * from it at every turn, while a digest of everything would be paid in full once. Where it does not fold, nothing is pinned.
 */
export function foldBehindPrefix(source: Source, fold: () => boolean): boolean {
  const { state } = source
  const end = prefixEnd(source)
  if (end === undefined) return false
  const messages = Array.from({ length: end - state.lead }, (_, place) => state.lead + place)
  state.prefix = messages.filter((index) => !state.standing.has(index))
  for (const index of state.prefix) pin(state, index, cachedPrefix)
  if (fold()) return true
  giveUpPrefix(state)
  return false
}

/** Takes these pins back. */
export function giveUpPrefix(state: FoldState): void {
  for (const index of state.prefix) if (state.standing.has(index)) release(state, index)
  state.prefix = []
}

/** Tokens of the messages that stand for the cache alone. */
export function prefixTokens({ prefix, standing, sent }: FoldState): number {
  let tokens = 0
  for (const index of prefix) if (standing.has(index)) tokens += sent[index]!
  return tokens
}

/** The first place for a cut behind which as much stands as the cache needs. */
function prefixEnd({ transcript, state }: Source): number | undefined {
  const { lead, boundary, keys, caching } = state
  if (isFree(state) || boundary > lead || state.cache.isUncached) return undefined
  const least = justCached(caching.leastTokens) - leadTokensOf(state)
  if (least <= 0) return undefined
  let tokens = 0
  let from = lead
  for (const place of legalBoundaries(transcript, lead, keys.length)) {
    while (from < place) tokens += state.sent[from++]!
    if (tokens >= least) return place
  }
  return undefined
}
