import { UNSPACED } from '../../lexicon/word-borders.ts'

/** Limit of the algorithm: occurrences of a part that are examined. */
const MAX_OCCURRENCES = 64
const TWO_OF_A_WORD = /^[\p{L}\p{Nd}]{2}$/u

/** True if `text` contains `part`, and not only within a longer word or number: "15 eggs" does not contain "5 eggs". */
export function containsWhole(text: string, part: string): boolean {
  return placeOfWhole(text, part) >= 0
}

/** The position of the first occurrence of `part` that begins and ends at word borders. -1 if there is none. */
export function placeOfWhole(text: string, part: string): number {
  let at = text.indexOf(part)
  for (let count = 1; at >= 0 && count <= MAX_OCCURRENCES; count++) {
    if (!isWithinWord(text, at) && !isWithinWord(text, at + part.length)) return at
    at = text.indexOf(part, at + 1)
  }
  return -1
}

/** True if a word or a number continues over position `at`. Scripts without spaces have no borders. */
function isWithinWord(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 1), at + 1)
  return TWO_OF_A_WORD.test(around) && !UNSPACED.test(around)
}
