import { foldWord } from '../lexicon/fold-word.ts'
import { wordsIn } from '../lexicon/gathered.ts'
import { MONTHS, RELATIVE_DAYS, SHARED_MONTHS, UNITS, WEEKDAYS as WEEKDAY_NAMES } from '../lexicon/vocabulary.ts'
import { UNSPACED, type Word } from '../lexicon/word-borders.ts'

/** Shorter names of days are words of other languages: "so", "mar", "hoy". */
const LEAST_LENGTH = 4

const long = (names: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...names].filter(([name]) => name.length >= LEAST_LENGTH || UNSPACED.test(name)))

/** English name of the weekday. */
export const WEEKDAYS = long(WEEKDAY_NAMES)
/** English name of a day beside today. */
export const NEAR_DAYS = long(RELATIVE_DAYS)
/** Words that say how long ago something was. */
export const AGO = wordsIn(({ dates }) => dates?.ago)

const SPANS: ReadonlySet<string> = new Set(['week', 'month', 'year'])

/** Whether one of the words names a month, a weekday, a day near today, or weeks, months and years. */
export function namesTime(words: readonly Word[]): boolean {
  return words.some(({ text }) => {
    const word = foldWord(text)
    if (WEEKDAYS.has(word) || NEAR_DAYS.has(word) || AGO.has(word)) return true
    return (MONTHS.has(word) && !SHARED_MONTHS.has(word)) || SPANS.has(UNITS.get(word) ?? '')
  })
}
