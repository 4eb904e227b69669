import { foldWord } from '../lexicon/fold-word.ts'
import { anyOf, phrasesOf } from '../lexicon/gathered.ts'
import { LANGUAGES, lexiconOf } from '../lexicon/languages.ts'
import { ORDINALS } from '../lexicon/vocabulary.ts'
import { UNSPACED } from '../lexicon/word-borders.ts'
import { matchesOf } from '../matches-of.ts'

/** Stems of ordinals in languages with many endings and without articles, such as `перв-` in the lexicon. */
const BEGINNINGS: readonly (readonly [string, number])[] = LANGUAGES.flatMap((language) =>
  Object.entries(lexiconOf(language).ordinals).flatMap(([place, words]) =>
    words.filter((word) => word.endsWith('-')).map((word) => [foldWord(word.slice(0, -1)), Number(place)] as const),
  ),
)
const FIRST_LETTERS = new Set(BEGINNINGS.map(([beginning]) => beginning[0]))

/**
 * Position that an ordinal word names among several things: 1 for the first, -1 for the last. It requires an article before it
 * or a noun after it: "first" may also begin a sentence.
 */
export function ordinalWord(lower: string): number | undefined {
  const place = ORDINALS.get(foldWord(lower))
  return place === undefined ? undefined : Number(place)
}

/** The position that an ordinal word names in a language without articles. */
export function bareOrdinal(lower: string): number | undefined {
  if (!FIRST_LETTERS.has(lower[0])) return undefined
  const word = foldWord(lower)
  return BEGINNINGS.find(([beginning]) => word.startsWith(beginning))?.[1]
}

const COUNTERS = anyOf(phrasesOf(({ counters }) => counters))
/** Digits that are written as words before a counter, and complete ordinals, of languages with counters. */
const DIGITS = new Map<string, number>()
const JOINED = new Map<string, number>()
for (const { counters, numbers, ordinals } of LANGUAGES.map(lexiconOf)) {
  if (!counters) continue
  for (const [digit, [word]] of Object.entries(numbers)) if (Number(digit) > 0) DIGITS.set(word!, Number(digit))
  for (const [place, phrases] of Object.entries(ordinals))
    for (const phrase of phrases) if (UNSPACED.test(phrase) || phrase.includes(' ')) JOINED.set(phrase, Number(place))
}
const JOINING = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const COUNTED = new RegExp(
  `(${anyOf([...JOINED.keys()])})|第?\\s*(${anyOf([...DIGITS.keys()])}|\\d{1,2})\\s*(?:${COUNTERS})`,
  'gu',
)

/** Ordinals of Chinese, Japanese and Korean, which are joined to adjacent text. */
export function joinedOrdinals(text: string): number[] {
  if (!JOINING.test(text)) return []
  return matchesOf(text, COUNTED)
    .map(([, phrase, digit]) =>
      phrase === undefined
        ? (DIGITS.get(digit!) ?? Number(digit))
        : (JOINED.get(phrase) ?? JOINED.get(spaced(phrase))!),
    )
    .filter((place) => place)
}

/** "첫번째" is the phrase "첫 번째". */
function spaced(phrase: string): string {
  return [...JOINED.keys()].find((known) => known.replaceAll(' ', '') === phrase)!
}
