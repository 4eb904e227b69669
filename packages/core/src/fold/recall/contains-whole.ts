import { UNSPACED } from '../../lexicon/word-borders.ts'

/** Limit of the algorithm: occurrences of a part that are examined. */
const MAX_OCCURRENCES = 64
/** The borders within a word, and within a figure: between its digits, or beside its separator. */
const WITHIN_WORD = /[\p{L}\p{M}\p{Nd}]\n[\p{L}\p{M}\p{Nd}]|\p{Nd}[.,]\n\p{Nd}|\p{Nd}\n[.,]\p{Nd}/u

/** True if `text` contains `part`, and not only within a longer word or figure: "15 eggs" does not contain "5 eggs". */
export function containsWhole(text: string, part: string): boolean {
  return placeOfWhole(text, part) >= 0
}

/** The first of at most `MAX_OCCURRENCES` positions of `part` that begins and ends at word borders. -1 if none does. */
export function placeOfWhole(text: string, part: string): number {
  let at = text.indexOf(part)
  for (let count = 1; at >= 0 && count <= MAX_OCCURRENCES; count++) {
    if (!isWithinWord(text, at) && !isWithinWord(text, at + part.length)) return at
    at = text.indexOf(part, at + 1)
  }
  return -1
}

/** True if a word or a figure continues over position `at`. Scripts without spaces have no borders. */
function isWithinWord(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at)
  const behind = text.slice(at, at + 2)
  if (UNSPACED.test(before.slice(-1) + behind.charAt(0))) return false
  return WITHIN_WORD.test(`${before}\n${behind}`)
}
