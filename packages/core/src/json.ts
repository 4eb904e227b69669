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

/** Deepest nesting of a value that is going to be quoted. Functions that recurse over deeper values overflow the stack. */
const MAX_NESTING = 500

/**
 * The value of a JSON text that is going to be quoted. A number that a double cannot hold, such as an id of 19 digits, becomes a
 * string with its own spelling, because its nearest double is another number. Undefined for invalid JSON, and for a value
 * nested more than 500 levels deep.
 */
export function parseToQuote(text: string): unknown {
  const value = isTooDeep(text) ? undefined : parseJson(text)
  if (value === undefined || !LONG_NUMBER.test(text)) return value
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (isPreserved(token) ? token : `"${token}"`)))
}

/** True if the brackets outside strings are nested more than `MAX_NESTING` levels deep. Linear in the length of the text. */
function isTooDeep(text: string): boolean {
  if (text.length <= 2 * MAX_NESTING) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) depth++
    else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth--
    if (depth > MAX_NESTING) return true
  }
  return false
}

const [QUOTE, BACKSLASH, OPENING_BRACKET, OPENING_BRACE, CLOSING_BRACKET, CLOSING_BRACE] = [34, 92, 91, 123, 93, 125]

/** The position of the quotation mark that ends the string at `start`, or the end of a text without one. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
  }
  return text.length
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
