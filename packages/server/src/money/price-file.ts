import { readFileSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'
import { createPriceList, PRICE_TABLE, type PriceList } from './prices.ts'

/**
 * The prices, with those of the operator's JSON file at `path`, where there is one, before the built-in ones.
 * @throws {ConfigError} when the file cannot be read or is not a table of prices.
 */
export function loadPrices(path: string | undefined): PriceList {
  if (path === undefined) return createPriceList()
  try {
    const parsed = PRICE_TABLE.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (parsed.success) return createPriceList(parsed.data)
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError([`PLEAT_PRICES must name a JSON file of prices: ${path}: ${reason}`], { cause })
  }
}
