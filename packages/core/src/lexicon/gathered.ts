import { foldWord } from './fold-word.ts'
import { LANGUAGES, lexiconOf } from './languages.ts'
import type { LexiconFile } from './lexicon-file.ts'

/** The phrases of one table in all languages. */
export function phrasesOf(pick: (file: LexiconFile) => readonly string[] | undefined): string[] {
  return [...new Set(LANGUAGES.flatMap((language) => pick(lexiconOf(language)) ?? []))]
}

/** The phrases of one table in all languages, as a set of words in lower case. */
export function wordsIn(pick: (file: LexiconFile) => readonly string[] | undefined): ReadonlySet<string> {
  return new Set(phrasesOf(pick).map(foldWord))
}

/** The source of a pattern for any of the phrases, the longest first. Spaces are optional. */
export function anyOf(phrases: readonly string[]): string {
  return phrases
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', ' ?'))
    .join('|')
}
