/** Signs and symbols that all languages share, from `symbols.json`: a canonical name with its spellings in lower case. */
import data from './data/symbols/symbols.json' with { type: 'json' }

export const UNIT_SYMBOLS: Readonly<Record<string, readonly string[]>> = data.units
/** Units, each with its dimension and its factor to the base unit of that dimension. */
export const DIMENSIONS = data.dimensions as unknown as Readonly<Record<string, readonly [string, number]>>
export const CURRENCY_SYMBOLS: Readonly<Record<string, readonly string[]>> = data.currencies
export const SCALE_SYMBOLS: Readonly<Record<string, readonly string[]>> = data.scales
