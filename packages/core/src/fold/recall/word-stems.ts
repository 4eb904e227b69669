import type { Language } from '../../lexicon/languages.ts'
import { numberWords, ordinalWords } from '../../lexicon/number-words.ts'
import { foldedSet, perLanguage } from '../../lexicon/per-language.ts'
import { stem } from '../../lexicon/stem.ts'
import { perWord } from '../../lexicon/word-form.ts'
import { STOP_WORDS } from '../../words/stop-words.ts'
import { wordsOf } from '../../words/words.ts'

/**
 * Stems of a word in a language. "l'appartement" has those of its second part. The stem of a number word or an ordinal is its
 * number: the third day is "day 3". Function words and question words have none.
 */
export const wordStems = perLanguage(({ functionWords, stopWords = [], cues }, language) => {
  const asking = [...(cues.question ?? []), ...(cues.reminder ?? [])].flatMap((phrase) =>
    phrase.replace(/^[\^=]+/, '').split(/[ …-]+/),
  )
  const empty = foldedSet([...functionWords, ...stopWords, ...asking])
  const values = new Map([...numberWords(language), ...ordinalWords(language)])
  return perWord(({ key, text }): readonly string[] => {
    const value = values.get(key)
    if (value !== undefined) return [value]
    if (STOP_WORDS.has(text.toLowerCase())) return []
    return key.split("'").flatMap((part) => (empty.has(part) || !SAYS_SOMETHING.test(part) ? [] : stem(part, language)))
  })
})

/** A single character has a meaning if it is a digit or a character of a script with such short words. */
const SAYS_SOMETHING = /..|[\d\u2e80-\uffff]/su

/** Stems of the content words of a text. */
export function stemsOf(text: string, language: Language): ReadonlySet<string> {
  const stemsOfWord = wordStems(language)
  const stems = new Set<string>()
  for (const { form } of wordsOf(text)) for (const each of stemsOfWord(form)) stems.add(each)
  return stems
}
