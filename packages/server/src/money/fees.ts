import type { Plan } from './account.ts'
import type { Price } from './prices.ts'

/** What a plan pays of the price of the tokens that were saved, in percent. */
export const SHARE_PERCENT: Readonly<Record<Plan, number>> = { free: 30, pro: 20 }

/** 1,000,000 tokens at 1,000,000 micro-dollars cost a dollar, which is 100 cents of 1,000,000 micro-cents. */
const MICRO_CENTS_PER_MICRO_DOLLAR = 100n
const TOKENS_PER_PRICE = 1_000_000n
const PERCENT = 100n

/**
 * The fee for saved tokens in whole micro-cents: tokens x input price x the plan's share, rounded down once, at the end.
 * @throws {RangeError} for counts that are not whole or not positive, and for fees that a number cannot hold exactly.
 */
export function feeFor(savedTokens: number, price: Price, plan: Plan): number {
  if (!Number.isSafeInteger(savedTokens) || savedTokens < 0)
    throw new RangeError('Saved tokens must be a whole number.')
  const product = BigInt(savedTokens) * BigInt(price.microDollarsPerMillion) * BigInt(SHARE_PERCENT[plan])
  const fee = Number((product * MICRO_CENTS_PER_MICRO_DOLLAR) / (TOKENS_PER_PRICE * PERCENT))
  if (!Number.isSafeInteger(fee)) throw new RangeError('The fee is too large.')
  return fee
}
