import type { Conversation } from '../conversation.ts'

/** On which terms the provider caches the input of a request, as far as the request itself says. */
export interface CacheTerms {
  /** How long what is sent stays readable after its last use, at most; in milliseconds. */
  readonly lifetimeMs: number
  /** Input shorter than this may not be cached; by the model's own count. */
  readonly leastTokens: number
  /** Whether writing costs twice the price of a fresh token. */
  readonly isLong: boolean
  /** Whether nothing is cached because the request marks nothing, on a wire where only what is marked is. */
  readonly isUnasked: boolean
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
  const { format, body, messages } = conversation
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
  return {
    lifetimeMs,
    leastTokens: isAsked ? LEAST_TOKENS : LEAST_UNASKED_TOKENS,
    isLong: isMessages && lifetimeMs >= HOUR_MS,
    isUnasked: isMessages && !isAsked,
  }
}
