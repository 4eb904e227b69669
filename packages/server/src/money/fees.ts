import type { Plan } from './account.ts'
import type { Price } from './prices.ts'

/** Fee of a plan in percent of the price of the saved tokens. */
export const SHARE_PERCENT: Readonly<Record<Plan, number>> = { free: 30, pro: 20 }

/** A dollar has 1,000,000 micro-dollars and 100,000,000 micro-cents. */
const MICRO_CENTS_PER_MICRO_DOLLAR = 100n
const TOKENS_PER_PRICE = 1_000_000n
const PERCENT = 100n

/**
 * The fee for saved tokens in whole micro-cents: tokens x input price x share of the plan, rounded down once.
 * @throws {RangeError} for a count that is fractional or negative, and for a fee beyond the largest exact number.
 */
export function feeFor(savedTokens: number, price: Price, plan: Plan): number {
  if (!Number.isSafeInteger(savedTokens) || savedTokens < 0)
    throw new RangeError('Saved tokens must be a whole number.')
  const product = BigInt(savedTokens) * BigInt(price.microDollarsPerMillion) * BigInt(SHARE_PERCENT[plan])
  const fee = Number((product * MICRO_CENTS_PER_MICRO_DOLLAR) / (TOKENS_PER_PRICE * PERCENT))
  if (!Number.isSafeInteger(fee)) throw new RangeError('The fee is too large.')
  return fee
}
