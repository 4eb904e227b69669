import { ownCopy } from '../own-copy.ts'
import { foldWord } from './fold-word.ts'

/** A word independent of its position, with the cached findings of its readers. */
export interface WordForm {
  readonly text: string
  /** The word in the form in which the lexicon compares it. */
  readonly key: string
  /** Cached findings by reader. See `perWord`. */
  readonly notes: unknown[]
}

/** Slots of the cache, with two forms each: a conversation of 100,000 tokens has about 4,000 forms. */
const PLACES = 1 << 13
/** Longest word that is cached, in UTF-16 units. A longer one is data, and is read anew each time. */
const LONGEST_KEPT = 24

const forms: (WordForm | undefined)[] = new Array(2 * PLACES).fill(undefined)

/**
 * The form of the word `text[start, end)`. Texts repeat their words: a lookup by characters creates no string and needs no map,
 * and the cached findings come with the form.
 */
export function formAt(text: string, start: number, end: number): WordForm {
  if (end - start > LONGEST_KEPT) return createForm(text.slice(start, end))
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  const place = 2 * ((hash ^ (hash >>> 15)) & (PLACES - 1))
  const first = forms[place]
  if (first && isAt(first.text, text, start, end)) return first
  const second = forms[place + 1]
  const isSecond = second && isAt(second.text, text, start, end)
  const form = isSecond ? second : createForm(ownCopy(text.slice(start, end)))
  // The most recently used form is evicted last.
  forms[place + 1] = first
  forms[place] = form
  return form
}

export function formOf(word: string): WordForm {
  return formAt(word, 0, word.length)
}

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let at = start; at < end; at++) if (word.charCodeAt(at - start) !== text.charCodeAt(at)) return false
  return true
}

function createForm(text: string): WordForm {
  return { text, key: foldWord(text), notes: [] }
}

let readers = 0

/** A function of single words whose result is cached with the word. */
export function perWord<Value extends {}>(read: (word: WordForm) => Value): (word: WordForm) => Value {
  const reader = readers++
  return (word) => {
    const known = word.notes[reader]
    if (known !== undefined) return known as Value
    const value = read(word)
    word.notes[reader] = value
    return value
  }
}
