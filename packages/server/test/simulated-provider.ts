import { encodingOf, type Usage } from '@pleat/core'

/** A provider's real caching and billing, which may differ from its documentation. Prices are relative to a fresh token. */
export interface CacheWorld {
  readonly read: number
  readonly write: number
  readonly leastTokens: number
  readonly step: number
  /** Lifetime of a cached prefix in milliseconds. */
  readonly lifetimeMs: number
  /** True if the cache works for request `index`. */
  works(index: number): boolean
}

/** The bill of one request: its usage, and its price in fresh tokens. */
export interface SimulatedBill {
  readonly usage: Usage
  readonly price: number
  /** Its price without cache reads. */
  readonly fullPrice: number
}

/** A provider that knows the bytes of requests and nothing of folds. */
export class SimulatedProvider {
  readonly #world: CacheWorld
  #sent: readonly string[] = []
  #sentAt = Number.NEGATIVE_INFINITY
  #index = 0

  constructor(world: CacheWorld) {
    this.#world = world
  }

  bill(body: Buffer, at: number): SimulatedBill {
    const { read, write, leastTokens, step, lifetimeMs, works } = this.#world
    const { messages } = JSON.parse(body.toString()) as { messages: readonly unknown[] }
    const texts = messages.map((message) => JSON.stringify(message))
    const inputTokens = tokensOf(texts)
    const isAlive = works(this.#index++) && at - this.#sentAt <= lifetimeMs
    const shared = isAlive ? sharedTokens(this.#sent, texts) : 0
    const cachedTokens = shared >= leastTokens ? Math.floor(shared / step) * step : 0
    this.#sent = texts
    this.#sentAt = at
    const fresh = inputTokens - cachedTokens
    const usage = { inputTokens, cachedTokens, cacheWriteTokens: write > 1 ? fresh : 0, outputTokens: 1 }
    return { usage, price: read * cachedTokens + write * fresh, fullPrice: write * inputTokens }
  }
}

/** Common tokens at the start of both. Caches compare tokens and not messages, so a message that has grown shares its start. */
function sharedTokens(before: readonly string[], now: readonly string[]): number {
  let whole = 0
  while (whole < now.length && before[whole] === now[whole]) whole++
  const [old = '', text = ''] = [before[whole], now[whole]]
  let end = 0
  while (end < old.length && old[end] === text[end]) end++
  return tokensOf(now.slice(0, whole)) + Math.floor((tokensOf([text]) * end) / Math.max(1, text.length))
}

const counts = new Map<string, number>()

function tokensOf(texts: readonly string[]): number {
  let sum = 0
  for (const text of texts) {
    const known = counts.get(text) ?? encodingOf('o200k').count(text)
    counts.set(text, known)
    sum += known
  }
  return sum
}
