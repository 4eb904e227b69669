import { foldWord } from './fold-word.ts'
import { type Language, lexiconOf } from './languages.ts'
import type { LexiconFile } from './lexicon-file.ts'

/** The result of `make` for a language's lexicon, computed on first use. */
export function perLanguage<Value>(
  make: (file: LexiconFile, language: Language) => Value,
): (language: Language) => Value {
  const known = new Map<Language, Value>()
  return (language) => {
    let value = known.get(language)
    if (value === undefined) {
      value = make(lexiconOf(language), language)
      known.set(language, value)
    }
    return value
  }
}

const TABLES = [
  'functionWords',
  'coordinators',
  'subordinators',
  'subjects',
  'selfWords',
  'ownWords',
  'listenerWords',
  'instruments',
  'verbs',
] as const

type WordTables = Readonly<Record<(typeof TABLES)[number], ReadonlySet<string>>>

/** The word tables of a language, each as a set of folded words. */
export const wordTables = perLanguage(
  (file) => Object.fromEntries(TABLES.map((table) => [table, foldedSet(file[table])])) as WordTables,
)

/** Words as a set, in the form in which the lexicon compares them. */
export function foldedSet(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(foldWord))
}
