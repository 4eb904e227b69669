import type { Usage } from '@pleat/core'
import type { Provider } from '../config/providers.ts'
import { type BilledTokens, billFor } from '../money/bill.ts'
import type { PriceList } from '../money/prices.ts'

/** A request that a provider answered. */
export interface Answered {
  readonly usage: Usage | undefined
  /** False for a response that broke off: its usage may be incomplete. */
  readonly isComplete: boolean
  /** Estimates for figures that the response does not report. */
  readonly estimate: { readonly input: number; readonly output: number }
}

/** Returns the provider's charge for the request in micro-cents, from its receipt or else from estimates. */
export function billRequest(
  prices: PriceList,
  hints: { readonly model: string; readonly provider: Provider },
  answered: Answered,
): number {
  return billFor(billedTokens(answered), prices.findAll(hints))
}

function billedTokens({ usage, isComplete, estimate }: Answered): BilledTokens {
  if (!usage)
    return { inputTokens: estimate.input, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: estimate.output }
  return isComplete ? usage : { ...usage, outputTokens: Math.max(usage.outputTokens, estimate.output) }
}
