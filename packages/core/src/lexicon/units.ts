import { foldWord } from './fold-word.ts'
import type { LexiconFile } from './lexicon-file.ts'
import { type Word, wordsOf } from './word-borders.ts'

/** A word of a text, or a part of it, as one language compares it. */
export interface MatchUnit {
  readonly key: string
  readonly start: number
  readonly end: number
}

/** How one language cuts words: elisions apart, informal spellings written out. */
export class UnitReader {
  readonly #elisions: ReadonlySet<string>
  readonly #spellings: ReadonlyMap<string, readonly string[]>

  constructor(file: LexiconFile) {
    this.#elisions = new Set(file.elisions)
    this.#spellings = new Map(
      Object.entries(file.spellings ?? {}).map(([from, to]) => [foldWord(from), to.split(' ').map(foldWord)]),
    )
  }

  read(words: readonly Word[]): MatchUnit[] {
    const units: MatchUnit[] = []
    for (const { form, start, end } of words) {
      const { key } = form
      const apostrophe = this.#elisions.size ? key.indexOf("'") : -1
      if (apostrophe > 0 && this.#elisions.has(key.slice(0, apostrophe + 1))) {
        // Folding changes no length before an apostrophe of Latin letters in composed form.
        const middle = Math.min(end, start + apostrophe + 1)
        this.#push(units, key.slice(0, apostrophe + 1), start, middle)
        if (apostrophe + 1 < key.length) this.#push(units, key.slice(apostrophe + 1), middle, end)
      } else this.#push(units, key, start, end)
    }
    return units
  }

  #push(units: MatchUnit[], key: string, start: number, end: number): void {
    const spelled = this.#spellings.get(key)
    if (spelled) for (const part of spelled) units.push({ key: part, start, end })
    else units.push({ key, start, end })
  }
}

/** The words of a phrase, cut as a text is. */
export function phraseUnits(reader: UnitReader, phrase: string): string[] {
  return reader.read(wordsOf(phrase, 'keep runs')).map((unit) => unit.key)
}
