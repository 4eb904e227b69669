import { passageOf } from '../lexicon/cues.ts'
import { detectLanguages } from '../lexicon/detect.ts'
import { withoutAccents } from '../lexicon/fold-word.ts'
import { foldedSet, perLanguage } from '../lexicon/per-language.ts'
import { stemOf, termId, wordsOf } from './words.ts'

/** Least share and number of a language's function words in a text of that language. */
const LEAST_SHARE = 0.25
const LEAST_WORDS = 2
/** Longest text that is read, in UTF-16 units. A longer one has enough other words. */
const MAX_CHARACTERS = 2000

const NONE: ReadonlySet<number> = new Set()

/** The terms of the function words of a text's most likely language. Empty if that is English. */
export function functionTerms(text: string): ReadonlySet<number> {
  if (text.length > MAX_CHARACTERS) return NONE
  const language = detectLanguages(passageOf(text))[0]?.language
  if (!language || language === 'en') return NONE
  const own = functionWordsOf(language)
  // Each part of "c'était" may be a function word.
  const words = wordsOf(text).flatMap(({ form }) => form.key.split("'"))
  const found = words.filter((word) => own.has(word))
  if (found.length < LEAST_WORDS || found.length < LEAST_SHARE * words.length) return NONE
  return new Set(found.map((word) => termId(stemOf(word))))
}

/** Words of a language that say nothing about a topic, in the form in which the lexicon compares them, also without accents. */
export const functionWordsOf = perLanguage(({ functionWords, stopWords = [] }): ReadonlySet<string> => {
  const words = foldedSet([...functionWords, ...stopWords])
  return new Set([...words, ...[...words].map(withoutAccents)])
})
