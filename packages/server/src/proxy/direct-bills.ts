import { type CacheTerms, createRecentMap, type Usage } from '@pleat/core'
import type { ConversationFacts } from '../compression/compression-port.ts'
import type { Provider } from '../config/providers.ts'
import { inputBillFor } from '../money/bill.ts'
import type { PriceList, TokenPrices } from '../money/prices.ts'
import type { TurnBill } from './turn-port.ts'

/** One request whose answer said what it was billed as. */
export interface Billed {
  readonly accountId: string
  readonly facts: ConversationFacts
  readonly model: string
  readonly provider: Provider
  readonly usage: Usage
  readonly savedTokens: number
  /** False where the upstream has no cache that makes input cheaper, whatever its usage says. */
  readonly hasCache: boolean
  readonly at: number
}

/** What is known of a request that a later one may go on from. */
interface Sent {
  readonly inputTokens: number
  readonly at: number
  /** Whether tokens were saved in it or in one before it. */
  readonly wasShortened: boolean
  /** Requests in a row up to it that should have been read from a cache, left as they came, and were not. */
  readonly misses: number
  /** Whether any of its line was read from a cache. */
  readonly wasRead: boolean
}

const MOST_SENT = 20_000
/** So many misses in a row say that this provider caches nothing. */
const MISSES_OF_NO_CACHE = 3

/**
 * Compares what a request was billed with what its original would have been: the same tokens and those saved, of which
 * the provider's cache holds all that the request before it sent, while the cache lives. Where in doubt the estimate is
 * in favour of sending everything: while nothing was saved, both bills are equal.
 */
export class DirectBills {
  readonly #prices: PriceList
  readonly #sent = createRecentMap<Sent>(MOST_SENT)

  constructor(prices: PriceList) {
    this.#prices = prices
  }

  /** The bill of a request, and the estimate for its original. */
  compare(billed: Billed): TurnBill {
    const { model, provider, savedTokens, facts, hasCache } = billed
    const usage = hasCache ? billed.usage : { ...billed.usage, cachedTokens: 0, cacheWriteTokens: 0 }
    const prices = cautious(this.#prices.findAll({ model, provider }), facts.cacheTerms)
    const before = this.#findBefore(billed)
    const wasShortened = savedTokens > 0 || before?.wasShortened === true
    const inputTokens = usage.inputTokens + savedTokens
    const mayRead = hasCache && wasShortened
    const directCachedTokens = mayRead ? Math.min(inputTokens, cachedOf(billed, before)) : usage.cachedTokens
    const uncached = inputTokens - directCachedTokens
    const ownUncached = usage.inputTokens - usage.cachedTokens
    const writtenShare = ownUncached > 0 ? Math.min(1, usage.cacheWriteTokens / ownUncached) : 0
    const direct = {
      inputTokens,
      cachedTokens: directCachedTokens,
      cacheWriteTokens: uncached * writtenShare,
    }
    const wasRead = before?.wasRead === true || usage.cachedTokens > 0
    this.#remember(billed, { inputTokens, at: billed.at, wasShortened, misses: missesOf(billed, before), wasRead })
    return {
      inputTokens: usage.inputTokens,
      cachedTokens: usage.cachedTokens,
      outputTokens: usage.outputTokens,
      microDollars: prices.isKnown ? inputBillFor(usage, prices) : null,
      directCachedTokens: Math.round(directCachedTokens),
      directMicroDollars: prices.isKnown ? inputBillFor(direct, prices) : null,
    }
  }

  /** The newest known request that this one goes on from. */
  #findBefore({ accountId, facts }: Billed): Sent | undefined {
    for (const head of facts.heads) {
      const sent = head === facts.head ? undefined : this.#sent.get(keyOf(accountId, head))
      if (sent) return sent
    }
    return undefined
  }

  #remember({ accountId, facts }: Billed, sent: Sent): void {
    if (facts.head !== undefined) this.#sent.set(keyOf(accountId, facts.head), sent)
  }
}

/** The lowest price of cached input of any model, relative to fresh input. */
const LEAST_CACHED = 0.1

/** Prices that claim the least savings: for a model whose rates are not known, cached input has the lowest price. */
function cautious(prices: TokenPrices, { caching }: CacheTerms): TokenPrices {
  return {
    ...prices,
    cachedInput: prices.hasOwnRates ? prices.cachedInput : LEAST_CACHED * prices.input,
    // What is asked to be cached for longer costs more to write.
    cacheWrite: caching.kind === 'asked' ? caching.write * prices.input : prices.cacheWrite,
  }
}

/** Tokens of the original that the provider's cache would have held. */
function cachedOf({ facts, usage, savedTokens, at }: Billed, before: Sent | undefined): number {
  const { caching, lifetimeMs } = facts.cacheTerms
  const isRead = usage.cachedTokens > 0 || before?.wasRead === true
  if (caching.kind === 'none' || (caching.kind === 'unasked' && !isRead)) return 0
  // Of a conversation that began before this process: all that was saved would have been read from the cache.
  if (!before) return usage.cachedTokens + savedTokens
  if (before.misses >= MISSES_OF_NO_CACHE || at - before.at > lifetimeMs) return usage.cachedTokens
  return before.inputTokens >= caching.leastTokens
    ? Math.max(before.inputTokens, usage.cachedTokens)
    : usage.cachedTokens
}

function missesOf({ facts, usage, savedTokens, at }: Billed, before: Sent | undefined): number {
  if (!before || usage.cachedTokens > 0) return 0
  const { caching, lifetimeMs } = facts.cacheTerms
  const isUsual = caching.kind === 'automatic' || caching.kind === 'asked'
  const isExpected = isUsual && savedTokens === 0 && before.inputTokens >= 2 * caching.leastTokens
  return before.misses + (isExpected && at - before.at <= lifetimeMs / 2 ? 1 : 0)
}

function keyOf(accountId: string, head: string): string {
  return `${accountId}\n${head}`
}
