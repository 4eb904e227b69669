import { foldWord, withoutAccents } from './fold-word.ts'
import { LANGUAGES, lexiconOf } from './languages.ts'
import type { LexiconFile, Names } from './lexicon-file.ts'
import { CURRENCY_SYMBOLS, SCALE_SYMBOLS, UNIT_SYMBOLS } from './symbols.ts'

/** Combines one table of all languages: canonical names by their names in lower case, with and without accents. */
function gather(base: Names, pick: (file: LexiconFile) => Names): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const add = (table: Names): void => {
    for (const [canonical, spellings] of Object.entries(table)) {
      for (const spelling of spellings) {
        // The beginning of a word is not a word itself.
        if (spelling.endsWith('-')) continue
        const key = foldWord(spelling)
        names.set(key, names.get(key) ?? canonical)
        // "đ" does not become the word "d".
        const plain = withoutAccents(key)
        if (plain.length > 1) names.set(plain, names.get(plain) ?? canonical)
      }
    }
  }
  add(base)
  for (const language of ENGLISH_FIRST) add(pick(lexiconOf(language)))
  return names
}

/** English names take precedence if two languages share a name: "min", "m". */
const ENGLISH_FIRST = ['en' as const, ...LANGUAGES.filter((language) => language !== 'en')]

function withoutFalseFriends(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const falseFriends = new Set<string>()
  for (const language of LANGUAGES) {
    const { relativeDays, functionWords } = lexiconOf(language)
    const own = new Set(Object.values(relativeDays).flat().map(foldWord))
    for (const word of functionWords.map(foldWord)) if (!own.has(word)) falseFriends.add(word)
  }
  return new Map([...names].filter(([name]) => !falseFriends.has(name)))
}

const numbered = (lists: readonly (readonly string[])[], name: (place: number) => string): Names =>
  Object.fromEntries(lists.map((list, place) => [name(place), list]))

const weekdayName = (place: number): string => lexiconOf('en').weekdays[place]![0]!

/** Canonical unit by any of its names or symbols. */
export const UNITS = gather(UNIT_SYMBOLS, (file) => file.units)
/** Code of a currency by its sign, its code or its name. */
export const CURRENCIES = gather(CURRENCY_SYMBOLS, (file) => file.currencies)
/** `01` to `12` by the name of the month. */
export const MONTHS = gather({}, (file) => numbered(file.months, (place) => String(place + 1).padStart(2, '0')))
/** English name of a weekday by its names in all languages. */
export const WEEKDAYS = gather({}, (file) => numbered(file.weekdays, weekdayName))
/** English name of a day or span relative to now, by names that are no function words of another language ("hier"). */
export const RELATIVE_DAYS = withoutFalseFriends(gather({}, (file) => file.relativeDays))
/** Months that are also other words, and all short abbreviations. They are months only next to a day or a year. */
export const SHARED_MONTHS: ReadonlySet<string> = new Set([
  ...LANGUAGES.flatMap((language) => lexiconOf(language).sharedMonths?.map(foldWord) ?? []),
  ...[...MONTHS.keys()].filter((name) => /^[a-z]{1,3}$/.test(name)),
])
/** Power of ten by its word. */
export const SCALES = gather(SCALE_SYMBOLS, (file) => file.scales)
/** Digits by number word. */
export const NUMBERS = gather({}, (file) => file.numbers)
/** Place by ordinal word; -1 is the last. */
export const ORDINALS = gather({}, (file) => file.ordinals)
