import { formAt, type WordForm } from './word-form.ts'

/**
 * Words of a text in any script. A word consists of letters, digits and marks. Scripts without spaces are cut by
 * `Intl.Segmenter`, so that nothing here assumes English.
 */

/** Scripts without spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar. */
export const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export interface Word {
  readonly form: WordForm
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Characters of a word: a table for ASCII, and a sticky expression for the rest. */
export interface WordPattern {
  readonly isPlain: Uint8Array
  readonly pattern: RegExp
}

export function wordPattern(pattern: RegExp): WordPattern {
  const isPlain = Uint8Array.from({ length: 128 }, (_, code) => Number(pattern.test(String.fromCharCode(code))))
  return { isPlain, pattern: new RegExp(pattern, 'uy') }
}

const WORD = wordPattern(/[\p{L}\p{N}\p{M}]+(?:['’ʼ`´][\p{L}]+)?/u)

/**
 * Visits the words of `text` from left to right. Most consist of ASCII letters and end at an ASCII sign other than an
 * apostrophe, and need no expression. Linear.
 */
export function visitWords(
  text: string,
  { isPlain, pattern }: WordPattern,
  visit: (start: number, end: number) => void,
): void {
  for (let start = 0; start < text.length; ) {
    let end = start
    let code = text.charCodeAt(end)
    while (code < 128 && isPlain[code] === 1) code = text.charCodeAt(++end)
    if (code < 128 && code !== 39 && code !== 96) {
      if (end > start) visit(start, end)
      start = end + 1
      continue
    }
    pattern.lastIndex = start
    const isWord = pattern.test(text)
    end = isWord ? pattern.lastIndex : start + (text.codePointAt(start)! > 0xffff ? 2 : 1)
    if (isWord) visit(start, end)
    start = end
  }
}

/**
 * The words of `text` with their positions, from left to right. Runs of scripts without spaces are cut into words, or left
 * whole for readers of characters. Linear in the length of the text.
 */
export function wordsOf(text: string, runs: 'cut runs' | 'keep runs' = 'cut runs'): readonly Word[] {
  if (runs === 'keep runs' || text.length > LONGEST_KEPT) return readWords(text, runs)
  if (newest.text !== text) {
    const known = second.text === text ? second : { text, words: readWords(text, runs) }
    second = newest
    newest = known
  }
  return newest.words
}

/** Largest text whose words are cached, in UTF-16 units. Several readers of a text request them one after the other. */
const LONGEST_KEPT = 4_000
interface TextWords {
  readonly text: string
  readonly words: readonly Word[]
}
const NOTHING: TextWords = { text: '', words: [] }
let newest = NOTHING
let second = NOTHING

export function forgetLatestWords(): void {
  newest = NOTHING
  second = NOTHING
}

function readWords(text: string, runs: 'cut runs' | 'keep runs'): readonly Word[] {
  const words: Word[] = []
  const isCut = runs === 'cut runs' && UNSPACED.test(text)
  let segmented = 0
  visitWords(text, WORD, (start, end) => {
    if (!isCut || !UNSPACED.test(text.slice(start, end))) words.push(wordAt(text, start, end))
    else if (segmented > MAX_SEGMENTED) pushPairs(words, text, { start, end })
    else {
      segmented += end - start
      pushSegments(words, text, { start, end })
    }
  })
  return words
}

function wordAt(text: string, start: number, end: number): Word {
  const form = formAt(text, start, end)
  return { form, text: form.text, start, end }
}

/** Limit of the algorithm: characters of one text that the segmenter cuts, at about a microsecond each. */
const MAX_SEGMENTED = 128 * 1024

/** A run of letters in a script without spaces. */
type Run = Pick<Word, 'start' | 'end'>

/** Most of these scripts have words of two characters, and pairs distinguish the words of the others. */
function pushPairs(words: Word[], text: string, run: Run): void {
  for (let from = run.start; from < run.end; ) {
    // A surrogate pair is not split.
    let to = Math.min(run.end, from + 2)
    if (to < run.end && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to++
    words.push(wordAt(text, from, to))
    from = to
  }
}

/** Longest run that the segmenter gets at once. It is slower than linear on very long runs. */
const SEGMENT_WINDOW = 256

function pushSegments(words: Word[], text: string, run: Run): void {
  for (let from = run.start; from < run.end; from += SEGMENT_WINDOW) {
    for (const part of segmenter.segment(text.slice(from, Math.min(run.end, from + SEGMENT_WINDOW)))) {
      const start = from + part.index
      if (part.isWordLike) words.push(wordAt(text, start, start + part.segment.length))
    }
  }
}
