import { z } from 'zod'
import type { MoneySums } from '../money/usage-port.ts'

const COUNT = z.int().min(0)

/** What the input of requests cost, in US dollars. Output costs the same either way. */
export const MONEY_FIELDS = {
  billed_requests: COUNT.describe('Requests whose answer had a receipt: the usage that the provider bills.'),
  priced_requests: COUNT.describe('Those of them whose model has a known price. The amounts are over these.'),
  usd: z
    .number()
    .nullable()
    .describe('Price of the input in USD, by receipts and the table of prices; null where `priced_requests` is 0.'),
  direct_usd: z
    .number()
    .nullable()
    .describe("Price of the originals sent directly with the provider's cache, in USD; an estimate, or null."),
  saved_usd: z.number().nullable().describe('`direct_usd` less `usd`; below 0 where folding cost more, or null.'),
}

/** The amounts as they are shown. Where nothing has a known price they are null, and never 0. */
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
