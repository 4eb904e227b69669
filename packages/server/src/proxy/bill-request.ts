import type { Usage } from '@pleat/core'
import type { Provider } from '../config/providers.ts'
import { type BilledTokens, billFor } from '../money/bill.ts'
import type { PriceList } from '../money/prices.ts'

/** What is known of a request that a provider answered. */
export interface Answered {
  readonly usage: Usage | undefined
  /** False for an answer that broke off: what it said until then may not be all. */
  readonly isComplete: boolean
  /** For what the answer does not say. */
  readonly estimate: { readonly input: number; readonly output: number }
}

/** Characters of JSON for a token, where nothing was counted. */
const BYTES_PER_TOKEN = 4

/** Tokens of a body that nobody counted. */
export function guessTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** What the provider charges for the request, in micro-cents: from its receipt, else from estimates. */
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
