import { isNegation, KEPT_WORDS, STOP_WORDS } from '../words/stop-words.ts'
import { stemOf, termId, type Word, wordsOf } from '../words/words.ts'

/** What a sentence is made of: its distinct content terms, and how much of it telegraphic wording leaves. */
export interface Content {
  readonly terms: Int32Array
  /** UTF-16 units that stay, spaces included; an estimate, which costs far less than the wording itself. */
  readonly abridgedLength: number
  readonly words: readonly SpokenWord[]
}

/** A word with what every rule asks of it. */
export interface SpokenWord extends Word {
  /** In lower case, with a plain apostrophe. */
  readonly lower: string
  /** Its term; 0 for function words. */
  readonly term: number
}

/** Reads the words of a sentence once. */
export function contentOf(text: string): Content {
  const terms = new Set<number>()
  let abridgedLength = 1
  const words: SpokenWord[] = []
  for (const { text: word, start, end } of wordsOf(text)) {
    const lower = word.toLowerCase().replace('’', "'")
    const isStop = STOP_WORDS.has(lower)
    const term = isStop ? 0 : termId(stemOf(word))
    if (term && (word.length > 1 || isTelling(word))) terms.add(term)
    words.push({ text: word, start, end, lower, term })
    if (!isStop || KEPT_WORDS.has(lower) || isNegation(word)) abridgedLength += word.length + 1
  }
  return { terms: Int32Array.from(terms), abridgedLength, words }
}

/** One character says something when it is a digit or a sign of a script whose words are that short. */
function isTelling(character: string): boolean {
  return /\d/.test(character) || character.charCodeAt(0) > 0x2e80
}
