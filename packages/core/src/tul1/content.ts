import { isNegation, KEPT_WORDS, STOP_WORDS } from '../words/stop-words.ts'
import { stemOf, termId, type Word } from '../words/words.ts'

/** What a sentence is made of: its distinct content terms, and how much of it telegraphic wording leaves. */
export interface Content {
  readonly terms: Int32Array
  /** UTF-16 units that stay, spaces included; an estimate, which costs far less than the wording itself. */
  readonly abridgedLength: number
}

/** Reads the words of a sentence once. */
export function contentOf(words: readonly Word[]): Content {
  const terms = new Set<number>()
  let abridgedLength = 1
  for (const { text: word } of words) {
    const lower = word.toLowerCase().replace('’', "'")
    const isStop = STOP_WORDS.has(lower)
    const term = isStop ? 0 : termId(stemOf(word))
    if (term && (word.length > 1 || isTelling(word))) terms.add(term)
    if (!isStop || KEPT_WORDS.has(lower) || isNegation(word)) abridgedLength += word.length + 1
  }
  return { terms: Int32Array.from(terms), abridgedLength }
}

/** One character says something when it is a digit or a sign of a script whose words are that short. */
function isTelling(character: string): boolean {
  return /\d/.test(character) || character.charCodeAt(0) > 0x2e80
}
