import { CURRENCIES, MONTHS, SCALES, UNITS } from '../../lexicon/vocabulary.ts'
import type { WordForm } from '../../lexicon/word-form.ts'
import { findOrAdd } from '../../maps.ts'
import { type Word, wordsOf } from '../../words/words.ts'

/** Figures of a text by their head and unit: the stem of the word before them, and the unit after them. */
export type FiguresByHead = ReadonlyMap<string, ReadonlySet<string>>

const FIGURE = /^\p{Nd}+$/u
const LETTERS = /^\p{L}+$/u
/** Signs inside one figure, such as "3,4", "1.200" and "16:30". */
const WITHIN = /^[.,:/]$/
/** Words between a figure and its head, such as "is" and "now". */
const MAX_BETWEEN = 2

/** Reads the figures of `text`. `stemsOf` returns a word's stems, and none for function words. */
export function figuresByHead(text: string, stemsOf: (form: WordForm) => readonly string[]): FiguresByHead {
  const words = wordsOf(text)
  const figures = new Map<string, Set<string>>()
  let head: string | undefined
  let between = 0
  for (let at = 0; at < words.length; at++) {
    const { form, start } = words[at]!
    if (!FIGURE.test(form.key)) {
      const stem = stemsOf(form)[0]
      // A single character such as "约" qualifies a figure, and is not its head.
      if (stem !== undefined && stem.length > 1) [head, between] = [stem, 0]
      else if (++between > MAX_BETWEEN) head = undefined
      continue
    }
    let last = at
    while (isSameFigure(text, words[last]!, words[last + 1])) last++
    const next = words[last + 1]
    const isUnit = next !== undefined && next.start - words[last]!.end <= 1 && LETTERS.test(next.form.key)
    if (head !== undefined) add(figures, `${head}\n${isUnit ? next.form.key : ''}`, text.slice(start, words[last]!.end))
    at = isUnit ? last + 1 : last
    head = undefined
  }
  return figures
}

/** Figures of a text by the stem of the noun after them, as in "12 coins". Units and months are not nouns of things. */
export function figuresByNoun(text: string, stemsOf: (form: WordForm) => readonly string[]): FiguresByHead {
  const words = wordsOf(text)
  const figures = new Map<string, Set<string>>()
  for (let at = 0; at + 1 < words.length; at++) {
    const word = words[at]!
    const { form, start } = words[at + 1]!
    if (!FIGURE.test(word.form.key) || start - word.end !== 1 || text[word.end] !== ' ') continue
    const stem = LETTERS.test(form.key) && !NO_NOUNS.some((table) => table.has(form.key)) ? stemsOf(form)[0] : undefined
    if (stem !== undefined && stem.length > 2) add(figures, stem, word.text)
  }
  return figures
}

const NO_NOUNS: readonly ReadonlyMap<string, string>[] = [UNITS, CURRENCIES, MONTHS, SCALES]

/** True if a later text gives one of the figures another value. */
export function givesOtherFigure(earlier: FiguresByHead, later: FiguresByHead): boolean {
  for (const [key, values] of earlier) {
    const others = later.get(key)
    if (others && ![...values].some((value) => others.has(value))) return true
  }
  return false
}

function isSameFigure(text: string, word: Word, next: Word | undefined): boolean {
  return next !== undefined && FIGURE.test(next.form.key) && WITHIN.test(text.slice(word.end, next.start))
}

function add(figures: Map<string, Set<string>>, key: string, value: string): void {
  findOrAdd(figures, key, () => new Set()).add(value)
}
