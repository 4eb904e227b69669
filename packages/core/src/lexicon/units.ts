import { foldWord } from './fold-word.ts'
import type { LexiconFile } from './lexicon-file.ts'
import { type Word, wordsOf } from './word-borders.ts'
import { perWord, type WordForm } from './word-form.ts'

/** A word of a text, or a part of it, in the form in which one language compares it. */
export interface MatchUnit {
  readonly form: WordForm
  readonly start: number
  readonly end: number
}

/** A part of a word, by offsets into the word. Its end may exceed that of the word. */
type Part = MatchUnit

/** Cuts words by the rules of one language: elisions are separated, and informal spellings are replaced. */
export class UnitReader {
  readonly #elisions: ReadonlySet<string>
  readonly #spellings: ReadonlyMap<string, readonly string[]>
  /** The parts of a word. Empty for a word that is not cut. */
  readonly #partsOf = perWord(({ key }): readonly Part[] => this.#cut(key))

  constructor(file: LexiconFile) {
    this.#elisions = new Set(file.elisions)
    this.#spellings = new Map(
      Object.entries(file.spellings ?? {}).map(([from, to]) => [foldWord(from), to.split(' ').map(foldWord)]),
    )
  }

  read(words: readonly Word[]): readonly MatchUnit[] {
    // Most texts need no cut.
    if (words.every(({ form }) => !this.#partsOf(form).length)) return words
    return words.flatMap((word): readonly MatchUnit[] => {
      const parts = this.#partsOf(word.form)
      if (!parts.length) return [word]
      const at = (offset: number): number => Math.min(word.end, word.start + offset)
      return parts.map(({ form, start, end }) => ({ form, start: at(start), end: at(end) }))
    })
  }

  #cut(key: string): readonly Part[] {
    const apostrophe = this.#elisions.size ? key.indexOf("'") : -1
    // Folding keeps the length of composed Latin letters, so the apostrophe is at the same offset in the word.
    const middle = apostrophe > 0 && this.#elisions.has(key.slice(0, apostrophe + 1)) ? apostrophe + 1 : 0
    const end = Number.POSITIVE_INFINITY
    const rest = middle < key.length ? this.#spell(key.slice(middle), { start: middle, end }) : []
    if (middle > 0) return [...this.#spell(key.slice(0, middle), { start: 0, end: middle }), ...rest]
    return this.#spellings.has(key) ? rest : []
  }

  #spell(key: string, span: Pick<Part, 'start' | 'end'>): Part[] {
    return (this.#spellings.get(key) ?? [key]).map((part) => ({ form: { text: part, key: part, notes: [] }, ...span }))
  }
}

/** The words of a phrase, cut like those of a text. */
export function phraseUnits(reader: UnitReader, phrase: string): string[] {
  return reader.read(wordsOf(phrase, 'keep runs')).map((unit) => unit.form.key)
}
