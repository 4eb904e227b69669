import type { JsonObject } from './json-object.ts'

/** Tokens of a request, and how many of them the provider has in its cache. */
export interface CacheFigures {
  readonly total: number
  readonly cached: number
}

const KEPT_REQUESTS = 64

/** Imitates the providers' prompt cache: a request reads the longest prefix that it shares with an earlier one. */
export class PrefixCache {
  readonly #countTokens: (text: string) => number
  readonly #seen: (readonly string[])[] = []

  constructor(countTokens: (text: string) => number) {
    this.#countTokens = countTokens
  }

  /** `segments`: tools, system and each message, in the order in which the model reads them. */
  measure(segments: readonly string[]): CacheFigures {
    let shared = 0
    for (const earlier of this.#seen) shared = Math.max(shared, commonLength(earlier, segments))
    this.#seen.push(segments)
    if (this.#seen.length > KEPT_REQUESTS) this.#seen.shift()
    const tokens = segments.map((segment) => this.#countTokens(segment))
    return { total: sum(tokens), cached: sum(tokens.slice(0, shared)) }
  }
}

/** The units of the cache in the order in which the model reads them, without cache marks (`cache_control`). */
export function segmentsOf(body: JsonObject): readonly string[] {
  const prefix = [body.tools, body.system, body.instructions].filter((value) => value !== undefined)
  const messages = [body.messages ?? body.input ?? []].flat()
  return [...prefix, ...messages].map(
    (value) => JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner)) ?? '',
  )
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  return length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
