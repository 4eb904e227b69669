/**
 * Numbers, dates, amounts, versions and identifiers that hold a digit; paths, addresses and names of code. Found by their
 * form alone and with nothing of the fold's own code, so that a value that the fold does not know is not missed here too.
 */
const TOKEN = /[\p{L}\p{N}_$€£#@~/\\.:,+%-]+/gu
const EXACT_SIGN = /[\p{N}_/\\@]/u

/** A shorter value says too little: `a/b`, `3.`, the number of an item in a list. */
const LEAST_LENGTH = 3
const LEAST_DIGITS = 2

/** The exact values in a text, in lower case, each once. */
export function exactValues(text: string): ReadonlySet<string> {
  const values = new Set<string>()
  for (const [token] of text.matchAll(TOKEN)) {
    const at = token.search(EXACT_SIGN)
    if (at < 0) continue
    // A comma before the first such sign ends a word; behind it, it may be a separator of thousands.
    const value = plain(token.slice(token.lastIndexOf(',', at) + 1))
    if (saysSomething(value)) values.add(value)
  }
  return values
}

/** Whether the text holds this value or wording as a whole: `137` is not in `1370`. */
export function holds(text: string, wording: string): boolean {
  const searched = flat(text)
  const wanted = flat(wording)
  for (let at = searched.indexOf(wanted); at >= 0 && wanted !== ''; at = searched.indexOf(wanted, at + 1)) {
    const isWhole = !joins(searched[at - 1], wanted[0]) && !joins(wanted.at(-1), searched[at + wanted.length])
    if (isWhole) return true
  }
  return false
}

function saysSomething(value: string): boolean {
  const digits = value.match(/\p{N}/gu)?.length ?? 0
  const letters = value.match(/\p{L}/gu)?.length ?? 0
  if (digits >= LEAST_DIGITS) return true
  return value.length >= LEAST_LENGTH && letters >= LEAST_LENGTH && (digits > 0 || /[_/\\@]/.test(value.slice(1, -1)))
}

function plain(found: string): string {
  return flat(found.replace(/^[.:,+#-]+|[.:,+-]+$/g, ''))
}

/** In lower case, without separators of thousands, with single spaces. */
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
