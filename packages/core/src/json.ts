/** Members of a JSON object by their names. */
export type Fields = Readonly<Record<string, unknown>>

/** The value of a JSON text. Undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A number that double precision may not preserve, or whose value is written with an exponent. */
const LONG_NUMBER = /[:,[]\s*-?(?:[\d.]{16}|[\d.]+[eE]|0\.0{6})/

/** The strings and the numbers of a JSON text. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/**
 * The value of a JSON text that is going to be quoted. A number that a double cannot hold, such as an id of 19 digits, becomes a
 * string with its own spelling, because its nearest double is another number. Undefined for invalid JSON.
 */
export function parseToQuote(text: string): unknown {
  const value = parseJson(text)
  if (value === undefined || !LONG_NUMBER.test(text)) return value
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (isPreserved(token) ? token : `"${token}"`)))
}

/** Every number of at most 15 significant digits is preserved. */
const PRESERVED_DIGITS = 15

/** True for a string, and for a number that a double preserves and writes without an exponent. */
function isPreserved(token: string): boolean {
  if (token.startsWith('"')) return true
  const value = Number(token)
  const written = String(value)
  if (written === token) return true
  if (written.includes('e') || Math.abs(value) > Number.MAX_SAFE_INTEGER || token.length > 2 * PRESERVED_DIGITS)
    return false
  const [whole = '', fraction = ''] = token.replace(/[eE].*|-/, '').split('.')
  return (whole + fraction.replace(/(?<!0)0+$/, '')).replace(/^0+/, '').length <= PRESERVED_DIGITS
}

/** True for a value other than undefined, null and an empty list. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
}

/** A count in JSON. Undefined for anything else than a whole number above 0. */
export function countIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
}

/** True for an object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export function isFields(value: unknown): value is Fields {
  return isObject(value) && !Array.isArray(value)
}
