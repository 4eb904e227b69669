import { wordsIn } from '../lexicon/gathered.ts'
import { MONTHS, RELATIVE_DAYS, SHARED_MONTHS, UNITS, WEEKDAYS as WEEKDAY_NAMES } from '../lexicon/vocabulary.ts'

/** Least length of a Latin name. Shorter ones are words of other languages: "so", "mar", "hoy", French "an". */
const LEAST_LATIN = 4
/** Least length of a name in another script with capitals. Shorter ones are also other abbreviations: "ср", "сб". */
const LEAST_CASED = 3

/** Names in other scripts may be short: 내일, कल. */
function isShort(name: string): boolean {
  if (name.length >= LEAST_LATIN || !/\p{Ll}/u.test(name)) return false
  return name.length < LEAST_CASED || /\p{Script=Latin}/u.test(name)
}

const withoutShort = (names: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...names].filter(([name]) => !isShort(name)))

/** Names of weekdays in all languages, each with the English name. */
export const WEEKDAYS = withoutShort(WEEKDAY_NAMES)
/** Names of days near today in all languages, each with the English name. */
export const NEAR_DAYS = withoutShort(RELATIVE_DAYS)
/** Words for "ago", which follow the unit of a time. */
export const AGO = wordsIn(({ dates }) => dates?.ago)

const SPANS: ReadonlySet<string> = new Set(['week', 'month', 'year'])

/** Months, weekdays, days near today, and weeks, months and years, by all their names. */
export const TIME_WORDS: ReadonlySet<string> = new Set([
  ...WEEKDAYS.keys(),
  ...NEAR_DAYS.keys(),
  ...AGO,
  ...[...MONTHS.keys()].filter((name) => !SHARED_MONTHS.has(name) && !isShort(name)),
  ...[...UNITS].flatMap(([name, unit]) => (SPANS.has(unit) && !isShort(name) ? name : [])),
])
