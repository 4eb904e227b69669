import { foldWord } from '../lexicon/fold-word.ts'
import { anyOf, phrasesOf, wordsIn } from '../lexicon/gathered.ts'
import { MONTHS, NUMBERS, SHARED_MONTHS, UNITS } from '../lexicon/vocabulary.ts'
import { perWord } from '../lexicon/word-form.ts'
import { matchesOf } from '../matches-of.ts'
import type { Word } from '../words/words.ts'
import { AGO, NEAR_DAYS, WEEKDAYS } from './calendar-words.ts'
import type { TagSheet } from './sheet.ts'

const YEAR_FIRST =
  /(?<![\d.,/-])((?:1[5-9]|20|21)\d\d)([-/.])(0?[1-9]|1[0-2])\2(0?[1-9]|[12]\d|3[01])(?=T\d|(?![\d/-]))/g
const DAY_FIRST = /(?<![\d.,/-])(0?[1-9]|[12]\d|3[01])([./-])(0?[1-9]|[12]\d|3[01])\2((?:1[5-9]|20|21)?\d\d)(?![\d/-])/g
const EAST = /(?<!\d)(?:(\d{4}) ?[年년] ?)?(1[0-2]|0?[1-9]) ?[月월] ?(3[01]|[12]\d|0?[1-9]) ?[日号號일]/g
const YEAR = /^(?:1[5-9]|20|21)\d\d$/
const DAY = new RegExp(
  `^(?:0?[1-9]|[12]\\d|3[01])(?:${anyOf(phrasesOf(({ ordinalEndings }) => ordinalEndings))})?$`,
  'i',
)
const YEAR_CUES = wordsIn(({ dates }) => dates?.yearCues)
/** Separators of a day, a month and a year. */
const JOINTS = wordsIn(({ dates }) => dates?.of)
/** Days near today in scripts without spaces, which are found anywhere in a text. */
const EASTERN_DAYS: readonly (readonly [string, string])[] = [...NEAR_DAYS].filter(([name]) =>
  /[\u3400-\u9fff]/.test(name),
)
/** "last", "next", "this" by their words. */
const NEAR: ReadonlyMap<string, string> = new Map(
  (['last', 'next', 'this'] as const).flatMap((near) =>
    [...wordsIn(({ dates }) => dates?.[near])].map((word) => [word, near] as const),
  ),
)
/** Morning by two words, of which the second is also tomorrow. */
const MORNINGS = wordsIn(({ dates }) => dates?.mornings)
const SPANS = wordsIn(({ dates }) => dates?.spans)
const AMOUNTS = wordsIn(({ dates }) => dates?.amounts)
/** The end of Portuguese names of weekdays: "segunda-feira". */
const HYPHENED = '-feira'
/** True if a word may indicate a date. */
const isDated = perWord(({ key }): boolean => {
  return YEAR.test(key) || [MONTHS, NEAR_DAYS, WEEKDAYS, SPANS, AGO].some((names) => names.has(key))
})

/** Dates in figures, dates with names of months, weekdays, years, and days relative to today. Complete ones as `2024-05-07`. */
export function extractDates(sheet: TagSheet): void {
  const { text, words } = sheet
  if (sheet.figures.length) extractNumeric(sheet)
  const hasHyphened = text.includes(HYPHENED)
  for (let at = 0; at < words.length; at++) {
    const found = hasHyphened || isDated(words[at]!.form) ? dateAt(sheet, at) : undefined
    if (found) sheet.put({ kind: 'date', text: found.text, start: words[found.from]!.start, end: words[found.to]!.end })
  }
  if (/[\u3400-\u9fff]/.test(text)) extractEasternDays(sheet)
}

function extractNumeric(sheet: TagSheet): void {
  const put = (match: RegExpExecArray, text: string): void => sheet.putMatch('date', text, match)
  for (const match of matchesOf(sheet.text, YEAR_FIRST)) put(match, `${match[1]}-${two(match[3]!)}-${two(match[4]!)}`)
  for (const match of matchesOf(sheet.text, DAY_FIRST)) {
    const [, first, sign, second, year] = match
    if (Number(first) > 12 && Number(second) > 12) continue
    // With dots, the day is always first. With slashes, it is unknown which of two small numbers is the month.
    const isDayFirst = sign === '.' || Number(first) > 12
    const full = year!.length === 2 ? `20${year}` : year
    if (isDayFirst && Number(second) <= 12) put(match, `${full}-${two(second!)}-${two(first!)}`)
    else if (Number(second) > 12) put(match, `${full}-${two(first!)}-${two(second!)}`)
    else put(match, `${full}:${two(first!)}/${two(second!)}`)
  }
  for (const match of matchesOf(sheet.text, EAST))
    put(match, `${match[1] ? `${match[1]}-` : ''}${two(match[2]!)}-${two(match[3]!)}`)
}

function two(figures: string): string {
  return figures.padStart(2, '0')
}

interface FoundDate {
  readonly text: string
  readonly from: number
  readonly to: number
}

function dateAt({ text, words }: TagSheet, at: number): FoundDate | undefined {
  const word = words[at]!
  // Nearly all names of days and months that are one word have at most 12 characters.
  if (word.text.length > 12) return undefined
  const lower = word.form.key
  const month = MONTHS.get(lower)
  const named = month && monthAt({ text, words }, at, month)
  if (named) return named
  const before = foldedOf(wordBefore(text, words, at))
  const near = MORNINGS.has(`${before} ${lower}`) ? undefined : NEAR_DAYS.get(lower)
  if (near) return { text: near, from: at, to: at }
  const weekday = WEEKDAYS.get(lower) ?? weekdayWithHyphen(text, word)
  if (weekday) return { text: weekday, from: at, to: weekday === WEEKDAYS.get(lower) ? at : at + 1 }
  if (YEAR.test(lower) && YEAR_CUES.has(before ?? '')) return { text: lower, from: at, to: at }
  const span = SPANS.has(lower) ? NEAR.get(before ?? '') : undefined
  if (span) return { text: `${span} ${lower}`, from: at - 1, to: at }
  const unit = AGO.has(lower) ? UNITS.get(before ?? '') : undefined
  return unit ? spanAgo({ text, words }, at, unit) : undefined
}

/** "3 days ago", and "days ago" without its amount. */
function spanAgo({ text, words }: Words, at: number, unit: string): FoundDate {
  const amount = foldedOf(wordBefore(text, words, at - 1)) ?? ''
  if (/^\p{Nd}+$/u.test(amount) || NUMBERS.has(amount) || AMOUNTS.has(amount))
    return { text: `${amount} ${unit} ago`, from: at - 2, to: at }
  return { text: `${unit} ago`, from: at - 1, to: at }
}

function weekdayWithHyphen(text: string, word: Word): string | undefined {
  return text.startsWith(HYPHENED, word.end) ? WEEKDAYS.get(word.text.toLowerCase() + HYPHENED) : undefined
}

type Words = Pick<TagSheet, 'text' | 'words'>

function monthAt({ text, words }: Words, at: number, month: string): FoundDate | undefined {
  let from = at
  let to = at
  let day: string | undefined
  const before = wordBefore(text, words, at)
  const isOf = JOINTS.has(foldedOf(before) ?? '')
  const dayBefore = isOf ? wordBefore(text, words, at - 1) : before
  const dayAfter = wordAfter(text, words, at)
  if (dayBefore !== undefined && DAY.test(dayBefore)) {
    day = dayBefore
    from = at - (isOf ? 2 : 1)
  } else if (dayAfter !== undefined && DAY.test(dayAfter)) {
    day = dayAfter
    to = at + 1
  }
  let year = wordAfter(text, words, to)
  if (JOINTS.has(foldedOf(year) ?? '')) year = wordAfter(text, words, to + 1)
  if (year !== undefined && YEAR.test(year)) {
    while (words[to]!.text !== year) to++
  } else year = undefined
  if (!day && !year && SHARED_MONTHS.has(words[at]!.form.key)) return undefined
  const parts = [year, month, day && two(/\d+/.exec(day)![0])].filter(Boolean)
  return { text: parts.join('-'), from, to }
}

function foldedOf(word: string | undefined): string | undefined {
  return word === undefined ? undefined : foldWord(word)
}

function wordBefore(text: string, words: readonly Word[], at: number): string | undefined {
  return isNear(text, words[at - 1], words[at]) ? words[at - 1]!.text : undefined
}

function wordAfter(text: string, words: readonly Word[], at: number): string | undefined {
  return isNear(text, words[at], words[at + 1]) ? words[at + 1]!.text : undefined
}

/** True for two words that only a space, a comma or the dot of an ordinal separates. */
function isNear(text: string, left: Word | undefined, right: Word | undefined): boolean {
  return left !== undefined && right !== undefined && NEAR_GAPS.includes(text.slice(left.end, right.start))
}

const NEAR_GAPS = [' ', ', ', '. ', '.']

function extractEasternDays(sheet: TagSheet): void {
  for (const [word, text] of EASTERN_DAYS) {
    for (let at = sheet.text.indexOf(word); at >= 0; at = sheet.text.indexOf(word, at + word.length))
      sheet.put({ kind: 'date', text, start: at, end: at + word.length })
  }
}
