import { foldWord } from './fold-word.ts'
import { perLanguage } from './per-language.ts'

/** Numbers by folded word, from two on: "one" and "first" have other meanings in most languages. */
function valuesOf(words: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([value, names]) =>
      Number(value) < 2 ? [] : names.map((name) => [foldWord(name), value] as const),
    ),
  )
}

/** The number words of a language, from two on. */
export const numberWords = perLanguage(({ numbers }) => valuesOf(numbers))

/** The ordinals of a language, from the second on. */
export const ordinalWords = perLanguage(({ ordinals }) => valuesOf(ordinals))
