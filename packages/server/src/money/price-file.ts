import { readFileSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'
import { PRICE_TABLE, priceTableProblems } from './price-table.ts'
import { createPriceList, type PriceList } from './prices.ts'

/**
 * The built-in prices, overridden by the operator's JSON file at `path`, if given.
 * @throws {ConfigError} when the file cannot be read or is not a price table. It names each wrong entry.
 */
export function loadPrices(path: string | undefined): PriceList {
  if (path === undefined) return createPriceList()
  const problems = (reasons: readonly string[], cause?: unknown) =>
    new ConfigError(
      reasons.map((reason) => `PLEAT_PRICES must name a JSON file of prices: ${path}: ${reason}`),
      { cause },
    )
  const table = readTable(path, problems)
  const parsed = PRICE_TABLE.safeParse(table)
  if (parsed.success) return createPriceList(parsed.data)
  throw problems(priceTableProblems(table, parsed.error))
}

function readTable(path: string, problems: (reasons: readonly string[], cause?: unknown) => ConfigError): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw problems([cause instanceof Error ? cause.message : String(cause)], cause)
  }
}
