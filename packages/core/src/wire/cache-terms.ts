import { type Caching, NO_CACHING } from '../caching.ts'
import type { Conversation, WireFormat } from '../conversation.ts'
import { marksOf } from './cache-mark.ts'
import { CACHE_TABLE, type CacheModel, type CacheProvider, type CacheTable, cacheModelOf } from './cache-models.ts'

/** The caching terms of a request, before any receipt of the provider. */
export interface CacheTerms {
  /** Longest time, in milliseconds, for which input can be read from the cache after its last use. */
  readonly lifetimeMs: number
  /** The basis of the conversation's bill. `unasked` if only marked input is cached and nothing is marked. */
  readonly caching: Caching
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS }

/** The provider whose rules a wire follows. */
const PROVIDERS: Readonly<Record<WireFormat, CacheProvider>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  'anthropic-messages': 'anthropic',
}

const MARK = /^"cache_control":\{/
const LIFETIME = /"(?:ttl|prompt_cache_retention)"\s*:\s*"(\d{1,4})([mh])"/g

/** The terms of `conversation`, from its marks, its top-level fields, and the entry of its model in `table`. */
export function cacheTermsOf(conversation: Conversation, table: CacheTable = CACHE_TABLE): CacheTerms {
  const { format, messages, model } = conversation
  const provider = PROVIDERS[format]
  const known = cacheModelOf(table, provider, model)
  const asking = [...conversation.cacheRequests]
  for (const [index, { shape }] of messages.entries())
    if (shape.hasCacheMark) asking.push(...marksOf(conversation, index))
  const usualMs = (known.find('lifetime_minutes') ?? 0) * MINUTE_MS
  const askedMs = askedLifetime(asking)
  const isAsked = provider === 'anthropic' && asking.some((member) => MARK.test(member))
  const caching = cachingOf(known, { provider, isAsked, isLong: askedMs >= HOUR_MS })
  return { lifetimeMs: Math.max(usualMs, askedMs), caching }
}

/** The longest lifetime that a request asks for, in milliseconds. 0 if it asks for none. */
function askedLifetime(asking: readonly string[]): number {
  let longest = 0
  for (const member of asking) {
    for (const [, count, unit] of member.matchAll(LIFETIME)) {
      longest = Math.max(longest, Number(count) * UNITS_MS[unit!]!)
    }
  }
  return longest
}

function cachingOf(
  known: CacheModel,
  { provider, isAsked, isLong }: { provider: CacheProvider; isAsked: boolean; isLong: boolean },
): Caching {
  if (known.find('cached') === false) return NO_CACHING
  const write = known.find('write') ?? 1
  const prices = {
    read: known.find('read') ?? 1,
    leastTokens: known.find('least_tokens') ?? 0,
    step: known.find('step_tokens') ?? 1,
  }
  if (provider === 'openai') return { kind: 'automatic', write, ...prices }
  const asked = isLong ? (known.find('write_hour') ?? write) : write
  return { kind: isAsked ? 'asked' : 'unasked', write: asked, ...prices }
}
