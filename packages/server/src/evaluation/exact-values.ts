/**
 * Numbers, dates, amounts, versions, identifiers with a digit, paths, addresses and names of code. The pattern is independent
 * of the fold's own extractors, so that a value that they miss is not missed here too.
 */
const TOKEN = /[\p{L}\p{N}_$€£#@~/\\.:,+%-]+/gu
const EXACT_SIGN = /[\p{N}_/\\@]/u

/** Shorter values are ambiguous: `a/b`, `3.`, the number of a list item. */
const LEAST_LENGTH = 3
const LEAST_DIGITS = 2

/** The exact values in a text, in lower case, each once. */
export function exactValues(text: string): ReadonlySet<string> {
  const values = new Set<string>()
  for (const [token] of text.matchAll(TOKEN)) {
    const at = token.search(EXACT_SIGN)
    if (at < 0) continue
    // A comma before the first digit ends a word. A later comma may separate thousands.
    const value = plain(token.slice(token.lastIndexOf(',', at) + 1))
    if (isSpecific(value)) values.add(value)
  }
  return values
}

/** True if the text contains this value as a whole word: `137` is not in `1370`. */
export function holds(text: string, wording: string): boolean {
  const searched = flat(text)
  const wanted = flat(wording)
  for (let at = searched.indexOf(wanted); at >= 0 && wanted !== ''; at = searched.indexOf(wanted, at + 1)) {
    const isWhole = !joins(searched[at - 1], wanted[0]) && !joins(wanted.at(-1), searched[at + wanted.length])
    if (isWhole) return true
  }
  return false
}

function isSpecific(value: string): boolean {
  const digits = value.match(/\p{N}/gu)?.length ?? 0
  const letters = value.match(/\p{L}/gu)?.length ?? 0
  if (digits >= LEAST_DIGITS) return true
  return value.length >= LEAST_LENGTH && letters >= LEAST_LENGTH && (digits > 0 || /[_/\\@]/.test(value.slice(1, -1)))
}

function plain(found: string): string {
  return flat(found.replace(/^[.:,+#-]+|[.:,+-]+$/g, ''))
}

/** Normalises a text: lower case, no thousands separators, single spaces. */
function flat(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?<=\d)[,'’](?=\d{3}(?!\d))/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function joins(before: string | undefined, after: string | undefined): boolean {
  return isWordPart(before) && isWordPart(after)
}

function isWordPart(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)
}
