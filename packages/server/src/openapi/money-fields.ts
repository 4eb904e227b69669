import { z } from 'zod'
import type { MoneySums } from '../money/usage-port.ts'

const COUNT = z.int().min(0)

/** The input bill of requests in US dollars. Output costs the same with and without folding. */
export const MONEY_FIELDS = {
  billed_requests: COUNT.describe('Requests whose response reports the usage that the provider bills.'),
  priced_requests: COUNT.describe('Billed requests whose model has a known price. The amounts are sums over these.'),
  usd: z
    .number()
    .nullable()
    .describe('Input bill in USD, by reported usage and the price table; null if `priced_requests` is 0.'),
  direct_usd: z
    .number()
    .nullable()
    .describe("Estimated input bill of the originals sent directly with the provider's cache, in USD, or null."),
  saved_usd: z.number().nullable().describe('`direct_usd` minus `usd`; negative if folding cost more, or null.'),
}

/** The amounts in the format of the API. They are null, and never 0, if no price is known. */
export function moneyFields(sums: MoneySums) {
  const { billedRequests, pricedRequests, inputMicroDollars, directMicroDollars } = sums
  const isKnown = pricedRequests > 0
  return {
    billed_requests: billedRequests,
    priced_requests: pricedRequests,
    usd: isKnown ? toDollars(inputMicroDollars) : null,
    direct_usd: isKnown ? toDollars(directMicroDollars) : null,
    saved_usd: isKnown ? toDollars(directMicroDollars - inputMicroDollars) : null,
  }
}

/** Millionths of a dollar as dollars. */
export function toDollars(microDollars: number): number {
  return microDollars / 1_000_000
}
