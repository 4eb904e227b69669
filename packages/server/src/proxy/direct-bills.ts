import { type CacheTerms, createRecentMap, type Usage } from '@pleat/core'
import type { ConversationFacts } from '../compression/compression-port.ts'
import type { Provider } from '../config/providers.ts'
import { inputBillFor } from '../money/bill.ts'
import type { PriceList, TokenPrices } from '../money/prices.ts'
import type { TurnBill } from './turn-port.ts'

/** One request whose response reported its usage. */
export interface Billed {
  readonly facts: ConversationFacts
  readonly model: string
  readonly provider: Provider
  readonly usage: Usage
  readonly savedTokens: number
  /** False if the upstream has no cheaper price for cached input, even if its usage reports cached tokens. */
  readonly hasCache: boolean
  readonly at: number
}

/** A request that a later one may continue. */
interface Sent {
  readonly inputTokens: number
  readonly at: number
  /** True if tokens were saved in this request or an earlier one. */
  readonly wasShortened: boolean
  /** Consecutive unchanged requests, up to this one, that the provider should have read from a cache and did not. */
  readonly misses: number
  /** True if any request of its conversation was read from a cache. */
  readonly wasRead: boolean
}

const MAX_SENT = 20_000
/** Consecutive misses after which a provider is considered to cache nothing. */
const MISSES_OF_NO_CACHE = 3

/**
 * Estimates the bill that a request would have had without the service. The original contains the same tokens and the saved
 * ones, and the provider's cache contains everything that the previous request sent, while the cache lives. Doubtful cases
 * count in favour of sending everything. Before anything was saved, both bills are equal.
 */
export class DirectBills {
  readonly #prices: PriceList
  /** Requests by their prefix hash, which includes the account. */
  readonly #sent = createRecentMap<Sent>(MAX_SENT)

  constructor(prices: PriceList) {
    this.#prices = prices
  }

  /** Returns the bill of a request, and the estimate for its original. */
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

  /** The newest known request that this one continues. */
  #findBefore({ facts }: Billed): Sent | undefined {
    for (const head of facts.heads) {
      const sent = head === facts.head ? undefined : this.#sent.get(head)
      if (sent) return sent
    }
    return undefined
  }

  #remember({ facts }: Billed, sent: Sent): void {
    if (facts.head !== undefined) this.#sent.set(facts.head, sent)
  }
}

/** The lowest price of cached input of any model, relative to fresh input. */
const LEAST_CACHED = 0.1

/** Prices that claim the smallest savings: a model with unknown rates gets the lowest price for cached input. */
function cautious(prices: TokenPrices, { caching }: CacheTerms): TokenPrices {
  return {
    ...prices,
    cachedInput: prices.hasOwnRates ? prices.cachedInput : LEAST_CACHED * prices.input,
    // A longer lifetime in the cache costs more to write.
    cacheWrite: caching.kind === 'asked' ? caching.write * prices.input : prices.cacheWrite,
  }
}

/** Tokens of the original that the provider's cache would have contained. */
function cachedOf({ facts, usage, savedTokens, at }: Billed, before: Sent | undefined): number {
  const { caching, lifetimeMs } = facts.cacheTerms
  const isRead = usage.cachedTokens > 0 || before?.wasRead === true
  if (caching.kind === 'none' || (caching.kind === 'unasked' && !isRead)) return 0
  // In a conversation that began before this process, all saved tokens count as cached.
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
