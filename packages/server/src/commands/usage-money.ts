import type { MoneySums } from '../money/usage-port.ts'
import { formatCount, formatDollars } from './output.ts'

/** Columns of the input bill: as sent, sent directly with the provider's cache, and the difference. */
export const MONEY_HEAD = ['COST USD', 'DIRECT USD', 'SAVED USD'] as const

/** Cells of these columns; dashes if no price is known. */
export function moneyCells({ pricedRequests, inputMicroDollars, directMicroDollars }: MoneySums): readonly string[] {
  if (pricedRequests === 0) return ['-', '-', '-']
  return [inputMicroDollars, directMicroDollars, directMicroDollars - inputMicroDollars].map(formatDollars)
}

/** The input bill as sentences, with the number of requests in the sums. */
export function describeMoney(rows: readonly (MoneySums & { readonly requests: number })[]): string {
  const sum = (column: keyof MoneySums | 'requests') => rows.reduce((total, row) => total + row[column], 0)
  const [requests, billed, priced] = [sum('requests'), sum('billedRequests'), sum('pricedRequests')]
  if (billed === 0) return 'The cost is not known: no response reported usage.'
  if (priced === 0) return 'The cost is not known: no model has a known price. Set PLEAT_PRICES to a file with prices.'
  const [ours, direct] = [sum('inputMicroDollars'), sum('directMicroDollars')]
  const difference = direct - ours
  const share = direct > 0 ? `, ${Math.round((1000 * Math.abs(difference)) / direct) / 10} %` : ''
  const saved = `${formatDollars(Math.abs(difference))} USD ${difference < 0 ? 'more' : 'saved'}${share}`
  const cost = `The input cost ${formatDollars(ours)} USD, and about ${formatDollars(direct)} USD sent directly with the provider's cache: ${saved}.`
  const known = `Based on the usage in the responses of ${formatCount(priced)} of ${formatCount(requests)} requests`
  return `${cost}\n${known}${billed > priced ? `; the model of ${formatCount(billed - priced)} more has no known price.` : '.'}`
}
