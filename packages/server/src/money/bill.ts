import type { TokenPrices } from './prices.ts'

/** Tokens of one request as a provider bills them. `inputTokens` includes cached and cache-write tokens. */
export interface BilledTokens {
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly cacheWriteTokens: number
  readonly outputTokens: number
}

export type BilledInput = Omit<BilledTokens, 'outputTokens'>

/** Divisor: a price of 1,000,000 micro-dollars for a million tokens is 100 micro-cents a token. */
const PRICES_PER_MICRO_CENT = 10_000
/** 100,000 dollars. It bounds the bill of a request whose reported usage is absurd. */
const MAX_MICRO_CENTS = 1e13

/** The provider's bill for `tokens`, in whole micro-cents, rounded up. */
export function billFor(tokens: BilledTokens, prices: TokenPrices): number {
  const sum = inputSum(tokens, prices) + tokens.outputTokens * prices.output
  return Math.min(MAX_MICRO_CENTS, Math.ceil(sum / PRICES_PER_MICRO_CENT))
}

/** The provider's bill for the input of a request, in whole micro-dollars. */
export function inputBillFor(tokens: BilledInput, prices: TokenPrices): number {
  return Math.round(inputSum(tokens, prices) / 1_000_000)
}

function inputSum({ inputTokens, cachedTokens, cacheWriteTokens }: BilledInput, prices: TokenPrices): number {
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens)
  return fresh * prices.input + cachedTokens * prices.cachedInput + cacheWriteTokens * prices.cacheWrite
}
