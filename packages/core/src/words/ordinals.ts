import { foldWord } from '../lexicon/fold-word.ts'
import { anyOf, phrasesOf } from '../lexicon/gathered.ts'
import { LANGUAGES, lexiconOf } from '../lexicon/languages.ts'
import { isOpening } from '../lexicon/match.ts'
import { hasSign, parsePhrase } from '../lexicon/phrase.ts'
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
 * Position that an ordinal word names among several things: 1 for the first, -1 for the last. Callers require an
 * article before the word, or a noun after it: "first" may also begin a sentence.
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

/** Numbers that are written as words in an ordinal, and complete ordinals, of languages with counters. */
const NUMBERS = new Map<string, number>()
const JOINED = new Map<string, number>()
for (const { counters, numbers, ordinals } of LANGUAGES.map(lexiconOf)) {
  if (!counters) continue
  for (const [digit, [word]] of Object.entries(numbers)) if (Number(digit) > 0) NUMBERS.set(word!, Number(digit))
  for (const [place, phrases] of Object.entries(ordinals))
    for (const phrase of phrases) if (UNSPACED.test(phrase) || phrase.includes(' ')) JOINED.set(phrase, Number(place))
}
/** "첫번째" is the phrase "첫 번째". */
const PLACES = new Map([...JOINED].map(([phrase, place]) => [phrase.replaceAll(' ', ''), place] as const))

const JOINING = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const FIGURE = '(?<![\\d.,:])\\d{1,2}'
const WORDS = anyOf([...NUMBERS.keys()])
const NUMBER = new RegExp(`${FIGURE}|(?<!${WORDS})(?:${WORDS})`, 'u')
const COUNTED = withNumber(
  phrasesOf(({ counters }) => counters),
  NUMBER.source,
)
const ORDINAL = new RegExp(`${COUNTED}|${anyOf([...JOINED.keys()])}`, 'gu')
const ITEM_NUMBERS = phrasesOf(({ itemNumbers }) => itemNumbers).map((written) => {
  const { opens, sign } = parsePhrase(written)
  const phrase = written.slice(opens ? 1 : 0, sign ? -1 : undefined)
  return { opens, sign, pattern: new RegExp(withNumber([phrase], FIGURE), 'gu') }
})

/** The source of a pattern for any of the phrases, with a number in place of `…`. */
function withNumber(phrases: readonly string[], number: string): string {
  return anyOf(phrases).replaceAll('…', `(?:${number})`)
}

/** Ordinals and numbers of items in Chinese, Japanese and Korean, which are joined to adjacent text. */
export function joinedOrdinals(text: string): number[] {
  if (!JOINING.test(text)) return []
  const ordinals = matchesOf(text, ORDINAL).map(
    ([phrase]) => PLACES.get(phrase.replaceAll(' ', '')) ?? numberIn(phrase),
  )
  return [...new Set([...ordinals, ...itemNumbersIn(text)])].filter((place) => place !== 0)
}

function itemNumbersIn(text: string): number[] {
  return ITEM_NUMBERS.flatMap(({ opens, sign, pattern }) =>
    matchesOf(text, pattern)
      .filter(({ 0: phrase, index }) => {
        const isPlaced = !opens || isOpening(text, index)
        return isPlaced && (!sign || hasSign(text, index + phrase.length, sign))
      })
      .map(([phrase]) => numberIn(phrase)),
  )
}

function numberIn(phrase: string): number {
  const [number] = NUMBER.exec(phrase)!
  return NUMBERS.get(number) ?? Number(number)
}
