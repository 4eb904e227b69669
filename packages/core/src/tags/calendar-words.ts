import { wordsIn } from '../lexicon/gathered.ts'
import { MONTHS, RELATIVE_DAYS, SHARED_MONTHS, UNITS, WEEKDAYS as WEEKDAY_NAMES } from '../lexicon/vocabulary.ts'
import { UNSPACED } from '../lexicon/word-borders.ts'

/** Least length of a day's name. Shorter ones are words of other languages: "so", "mar", "hoy". */
const LEAST_LENGTH = 4

const withoutShort = (names: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...names].filter(([name]) => name.length >= LEAST_LENGTH || UNSPACED.test(name)))

/** Names of weekdays in all languages, each with the English name. */
export const WEEKDAYS = withoutShort(WEEKDAY_NAMES)
/** Names of days near today in all languages, each with the English name. */
export const NEAR_DAYS = withoutShort(RELATIVE_DAYS)
/** Words of relative times. */
export const AGO = wordsIn(({ dates }) => dates?.ago)

/** Short names are words of other languages: French "an" is a year. */
const isShort = (name: string): boolean => name.length < LEAST_LENGTH && /^\p{Script=Latin}+$/u.test(name)
const SPANS: ReadonlySet<string> = new Set(['week', 'month', 'year'])

/** Months, weekdays, days near today, and weeks, months and years, by all their names. */
export const TIME_WORDS: ReadonlySet<string> = new Set([
  ...WEEKDAYS.keys(),
  ...NEAR_DAYS.keys(),
  ...AGO,
  ...[...MONTHS.keys()].filter((name) => !SHARED_MONTHS.has(name) && !isShort(name)),
  ...[...UNITS].flatMap(([name, unit]) => (SPANS.has(unit) && !isShort(name) ? name : [])),
])
