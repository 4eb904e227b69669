import type { Usage } from '@pleat/core'
import type { Provider } from '../config/providers.ts'
import { type BilledTokens, billFor } from '../money/bill.ts'
import type { PriceList, TokenPrices } from '../money/prices.ts'

/** A request that a provider answered. */
export interface Answered {
  readonly usage: Usage | undefined
  /** False for a response that broke off: its usage may be incomplete. */
  readonly isComplete: boolean
  /** Price of writing to the cache for an hour, relative to fresh input. Undefined if the request does not ask for it. */
  readonly hourWrite?: number | undefined
  /** Estimates for figures that the response does not report. */
  readonly estimate: { readonly input: number; readonly output: number }
}

/** Returns the provider's charge for the request in micro-cents, from its receipt or else from estimates. */
export function billRequest(
  prices: PriceList,
  hints: { readonly model: string; readonly provider: Provider },
  answered: Answered,
): number {
  const found = prices.findAll(hints)
  return billFor(billedTokens(answered), { ...found, cacheWrite: meanWritePrice(found, answered) })
}

/** Without a count of the tokens that were written for an hour, all written tokens count as such. */
function meanWritePrice({ input, cacheWrite }: TokenPrices, { usage, hourWrite }: Answered): number {
  if (usage === undefined || hourWrite === undefined || usage.cacheWriteTokens === 0) return cacheWrite
  const share = Math.min(1, (usage.hourWriteTokens ?? usage.cacheWriteTokens) / usage.cacheWriteTokens)
  return cacheWrite + share * Math.max(0, hourWrite * input - cacheWrite)
}

function billedTokens({ usage, isComplete, estimate }: Answered): BilledTokens {
  if (!usage)
    return { inputTokens: estimate.input, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: estimate.output }
  return isComplete ? usage : { ...usage, outputTokens: Math.max(usage.outputTokens, estimate.output) }
}
