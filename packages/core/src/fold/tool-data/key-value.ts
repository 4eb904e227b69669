import { withoutEnd } from '../../words/without-end.ts'

/** Limit of the algorithm: characters of a value after its key, and of a list of values. */
const LONGEST_LIST = 60

/** A value after its key. An identifier needs no key. */
export function withKey(key: string, text: string): string {
  return key && text.length <= LONGEST_LIST && !isIdentifier(text) ? `${key}=${text}` : text
}

/** A short list of strings or numbers: `mon, tue`. Undefined for all other lists. */
export function shortList(items: readonly unknown[]): string | undefined {
  if (items.length < 2 || !items.every((item) => typeof item === 'string' || typeof item === 'number')) return undefined
  // Each of these may be asked for alone.
  if (items.some((item) => isIdentifier(String(item)))) return undefined
  const text = items.join(', ')
  return text.length <= LONGEST_LIST ? text.replace(/\s+/g, ' ') : undefined
}

/** A figure with its unit, as in `1890Mi`, `2,5kg` and `30000ms`. */
const QUANTITY = /^[+-]?\d+(?:[.,]\d+)*(?:\p{Ll}{1,2}|[kKMGT]i?[bB]?)$/u

/** A day, or a time that begins with one. */
export const DAY = /^\d{4}-\d\d-\d\d/

/**
 * True for text that cannot be guessed: 5 to 120 characters with letters, digits and no space. Quantities and days are
 * not identifiers.
 */
export function isIdentifier(text: string): boolean {
  return (
    text.length >= 5 &&
    text.length <= 120 &&
    /\d/.test(text) &&
    /\p{L}/u.test(text) &&
    !/\s/.test(text) &&
    !QUANTITY.test(text) &&
    !DAY.test(text)
  )
}

/** The identifiers among the words of a text. */
export function identifiersIn(text: string): string[] {
  return text
    .split(/[\s,;:"'`()[\]]+/)
    .map((word) => withoutEnd(word, /[.!?]/))
    .filter(isIdentifier)
}
