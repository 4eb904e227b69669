/**
 * Signs and symbols that all languages share: `symbols.json`. A canonical name comes first, then the spellings of it in
 * lower case.
 */
import data from './data/symbols/symbols.json' with { type: 'json' }

export const UNIT_SYMBOLS: Readonly<Record<string, readonly string[]>> = data.units
export const CURRENCY_SYMBOLS: Readonly<Record<string, readonly string[]>> = data.currencies
export const SCALE_SYMBOLS: Readonly<Record<string, readonly string[]>> = data.scales
