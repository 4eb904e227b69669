import { addCount } from '../maps.ts'
import { sumOf } from '../sum.ts'
import { factsOf } from './word-facts.ts'
import { type Word, wordsOf } from './words.ts'

/** The distinct terms of one message with their counts, which ranking needs. No other part of its text is kept. */
export interface TermVector {
  /** Distinct term ids in order of first use. */
  readonly ids: Int32Array
  readonly counts: Uint16Array
  /** Number of terms, including repetitions. */
  readonly length: number
}

/** Term ids of the content words of `text`, in order, including repetitions. */
export function contentTerms(text: string): number[] {
  return termsOf(wordsOf(text))
}

/** Term ids of content words, in order, including repetitions. */
export function termsOf(words: readonly Word[]): number[] {
  const ids: number[] = []
  for (const word of words) {
    const term = contentTerm(word)
    if (term !== undefined) ids.push(term)
  }
  return ids
}

/** The term of a content word. Undefined for stop words and most single characters. */
export function contentTerm({ form, text }: Word): number | undefined {
  const { isStop, term } = factsOf(form)
  return isStop || (text.length < 2 && !isWholeWord(text)) ? undefined : term
}

/** A single character is a term if it is a digit, or belongs to a script with words that short. */
function isWholeWord(character: string): boolean {
  return /\d/.test(character) || character.charCodeAt(0) > 0x2e80
}

/** The terms of `texts` together, without those in `excluded`. */
export function termVector(texts: Iterable<string>, excluded?: ReadonlySet<number>): TermVector {
  const counts = new Map<number, number>()
  for (const text of texts) {
    for (const id of contentTerms(text)) if (!excluded?.has(id)) addCount(counts, id)
  }
  return vectorOf(counts)
}

/** The vector of terms that were counted in the order of their first use. */
export function vectorOf(counts: ReadonlyMap<number, number>): TermVector {
  const length = sumOf(counts.values(), (count) => count)
  const vector = { ids: new Int32Array(counts.size), counts: new Uint16Array(counts.size), length }
  let place = 0
  for (const [id, count] of counts) {
    vector.ids[place] = id
    vector.counts[place++] = Math.min(count, 0xffff)
  }
  return vector
}
