import { MONTHS, RELATIVE_DAYS, SHARED_MONTHS, WEEKDAYS as WEEKDAY_NAMES } from '../lexicon/vocabulary.ts'

export { MONTHS, SHARED_MONTHS }

/** Shorter names of days are words of other languages: "so", "mar", "hoy". */
const LEAST_LENGTH = 4
const UNSPACED = /[\u3400-\u9fff\uac00-\ud7af]/

const long = (names: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...names].filter(([name]) => name.length >= LEAST_LENGTH || UNSPACED.test(name)))

/** English name of the weekday. */
export const WEEKDAYS = long(WEEKDAY_NAMES)
/** English name of a day beside today. */
export const NEAR_DAYS = long(RELATIVE_DAYS)
