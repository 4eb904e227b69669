import { type Caching, NO_CACHING } from '../caching.ts'
import type { Conversation } from '../conversation.ts'
import { automaticWrite, leastMarkedTokens } from './cache-models.ts'

/** On which terms the provider caches the input of a request, as far as the request itself says. */
export interface CacheTerms {
  /** How long what is sent stays readable after its last use, at most; in milliseconds. */
  readonly lifetimeMs: number
  /** Input shorter than this may not be cached; by the model's own count. */
  readonly leastTokens: number
  /** What the bill of the conversation follows from: `none` where only what is marked is cached, and nothing is marked. */
  readonly caching: Caching
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS }

/** The longest life of what no mark says more about. Where nobody has to ask it is five minutes to an hour, as the provider likes. */
const USUAL_LIFETIME_MS = {
  'openai-chat': HOUR_MS,
  'openai-responses': HOUR_MS,
  'anthropic-messages': 5 * MINUTE_MS,
}
/** The largest of any model's least sizes; and of caches that work without being asked. */
const LEAST_TOKENS = 4096
const LEAST_UNASKED_TOKENS = 1024

const MARK = /"cache_control"\s*:\s*\{/
const LIFETIME = /"(?:ttl|prompt_cache_retention)"\s*:\s*"(\d{1,4})([mh])"/g

/** The terms of `conversation`, from its marks and its top-level fields. */
export function cacheTermsOf(conversation: Conversation): CacheTerms {
  const { format, body, messages, model } = conversation
  // A body without messages is all frame.
  const places = [body.slice(0, messages[0]?.start), body.slice(messages.at(-1)?.end ?? body.length)]
  for (const { shape, start, end } of messages) if (shape.hasCacheMark) places.push(body.slice(start, end))
  let lifetimeMs = USUAL_LIFETIME_MS[format]
  for (const place of places) {
    // Most requests name no lifetime, and an expression costs more than a search for the two words.
    if (!place.includes('"ttl"') && !place.includes('"prompt_cache_retention"')) continue
    for (const [, count, unit] of place.matchAll(LIFETIME)) {
      lifetimeMs = Math.max(lifetimeMs, Number(count) * UNITS_MS[unit!]!)
    }
  }
  const isMessages = format === 'anthropic-messages'
  const isAsked = isMessages && places.some((place) => MARK.test(place))
  const isLong = lifetimeMs >= HOUR_MS
  return {
    lifetimeMs,
    leastTokens: isAsked ? LEAST_TOKENS : LEAST_UNASKED_TOKENS,
    caching: isMessages ? markedCaching(model, { isAsked, isLong }) : automaticCaching(model),
  }
}

function automaticCaching(model: string): Caching {
  return { kind: 'automatic', write: automaticWrite(model), leastTokens: LEAST_UNASKED_TOKENS }
}

function markedCaching(model: string, { isAsked, isLong }: { isAsked: boolean; isLong: boolean }): Caching {
  if (!isAsked) return NO_CACHING
  return { kind: 'asked', write: isLong ? 2 : 1.25, leastTokens: leastMarkedTokens(model) }
}
