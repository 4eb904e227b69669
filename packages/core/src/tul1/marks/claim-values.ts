import type { Span } from '../../conversation.ts'
import { foldWord } from '../../lexicon/fold-word.ts'
import { type Language, lexiconOf } from '../../lexicon/languages.ts'
import { numberWords } from '../../lexicon/number-words.ts'
import { perLanguage } from '../../lexicon/per-language.ts'
import { DIMENSIONS } from '../../lexicon/symbols.ts'
import { MONTHS, ORDINALS, SHARED_MONTHS, WEEKDAYS } from '../../lexicon/vocabulary.ts'
import { UNSPACED } from '../../lexicon/word-borders.ts'
import type { Tag, TagKind } from '../../tags/tag.ts'
import type { Clause } from '../../text/analysis.ts'
import { overlaps } from '../../text/spans.ts'
import { termId } from '../../words/words.ts'

/** A value that a claim names, as numbers. */
export interface ClaimValue {
  /** Values of one kind exclude each other: a time, an amount of money, a mass, a weekday. */
  readonly kind: number
  readonly value: number
  /** The value without its unit. */
  readonly figure: number
  /** True for a figure that counts or measures something. `isBare`: it has no unit. */
  readonly isAmount: boolean
  readonly isBare: boolean
}

/** A value with its position in the text. */
export interface PlacedValue extends ClaimValue, Span {}

/** The values of a clause: those of its analysis, and its number words. */
export function claimValues(clause: Clause): PlacedValue[] {
  const { words, values, language } = clause
  const found = values.map(placed)
  const numbers = numberWords(language)
  const opposites = oppositeWords(language)
  for (const word of words) {
    if (values.some((value) => overlaps(word, value))) continue
    const { text, start, end } = word
    const key = foldWord(text)
    const number = numbers.get(key)
    const group = opposites.get(key)
    const ordinal = ORDINALS.get(key)
    const day = inflectedName(language, key)
    const month = isMonth(clause, { text, start, key }) ? MONTHS.get(key) : undefined
    if (day !== undefined) found.push({ ...plain(...dateKind(day)), start, end })
    else if (month !== undefined) found.push({ ...plain('month', month), start, end })
    else if (number !== undefined) found.push({ ...plain('number', number), isAmount: true, isBare: true, start, end })
    else if (ordinal !== undefined && isPredicate(clause, start))
      found.push({ ...plain('ordinal', ordinal), start, end })
    else if (group !== undefined && isPredicate(clause, start))
      found.push({ ...plain(`opposite ${group}`, key), start, end })
  }
  return found
}

/** Names of weekdays and months with an ending, in languages that inflect them: "haziranda", "월요일에". */
function inflectedName(language: Language, key: string): string | undefined {
  const { verbFinal, scripts, months, weekdays, dateEndings } = lexiconOf(language)
  if (!verbFinal || scripts.includes('Kana')) return undefined
  const isEnding = (rest: string): boolean =>
    rest.length > 0 && (dateEndings?.includes(rest.replace(/^'/, '')) ?? rest.length <= LONGEST_ENDING)
  const name = [...weekdays, ...months]
    .flat()
    .map(foldWord)
    .find((each) => each.length >= SHORT_NAME && key.startsWith(each) && isEnding(key.slice(each.length)))
  return name && (WEEKDAYS.get(name) ?? MONTHS.get(name))
}

const LONGEST_ENDING = 4

/**
 * True for a month whose name is also another word. If it is another word only in other languages, any spelling counts,
 * otherwise only a capital inside the sentence.
 */
function isMonth(
  { words, language }: Clause,
  { text, start, key }: { readonly text: string; readonly start: number; readonly key: string },
): boolean {
  if (!SHARED_MONTHS.has(key)) return false
  const { months, sharedMonths = [] } = lexiconOf(language)
  const isOwn = months.flat().some((name) => name.length > SHORT_NAME && foldWord(name) === key)
  if (isOwn && !sharedMonths.some((name) => foldWord(name) === key)) return true
  return /^\p{Lu}/u.test(text) && words[0]!.start < start
}

/** Length of abbreviated names of months and weekdays. They are mostly other words. */
const SHORT_NAME = 3

/** Largest number of words between a verb and its state: "is no longer open". */
const NEAR_VERB = 3

/** True for a state after a verb or at the end: "the gate is open". False for "open the gate" and "red box". */
function isPredicate({ words, language }: Clause, start: number): boolean {
  const at = words.findIndex((word) => word.start === start)
  if (at === words.length - 1) return at > 0
  const verbs = lexiconOf(language).verbs
  return words.slice(Math.max(0, at - NEAR_VERB), at).some(({ text }) => verbs.includes(foldWord(text)))
}

const AMOUNTS: readonly TagKind[] = ['number', 'quantity', 'money', 'percent', 'time']

function plain(kind: string, value: string): ClaimValue {
  return { kind: termId(`kind ${kind}`), value: termId(value), figure: termId(value), isAmount: false, isBare: false }
}

function placed({ kind, text, start, end }: Tag): PlacedValue {
  const [name, value] = kindOf(kind, text)
  return {
    ...plain(name, value),
    figure: termId(/[\d.,]+/.exec(text)?.[0] ?? text),
    isAmount: AMOUNTS.includes(kind),
    isBare: kind === 'number',
    start,
    end,
  }
}

function kindOf(kind: TagKind, canonical: string): readonly [string, string] {
  if (kind === 'date') return dateKind(canonical)
  if (kind !== 'quantity') return [kind, canonical]
  const [figure = '', unit = ''] = canonical.split(' ')
  const dimension = DIMENSIONS[unit]
  const amount = Number(figure)
  if (!dimension || Number.isNaN(amount)) return [`of ${unit}`, figure]
  return [dimension[0], String(Math.round(amount * dimension[1] * 1e6) / 1e6)]
}

/** The kind of a date. A year, a month, a day of a month and a weekday are different statements about one date. */
function dateKind(canonical: string): readonly [string, string] {
  if (/^\d{4}$/.test(canonical)) return ['year', canonical]
  if (/^\d\d$/.test(canonical)) return ['month', canonical]
  if (/^\d{4}-\d\d$/.test(canonical)) return ['month', canonical.slice(5)]
  if (/^(?:\d{4}-)?\d\d-\d\d$/.test(canonical)) return ['date', canonical.slice(-5)]
  return [/day$/.test(canonical) && !/^(?:to|yester)/.test(canonical) ? 'weekday' : 'day', canonical]
}

const oppositeWords = perLanguage(
  ({ opposites = [] }): ReadonlyMap<string, string> =>
    new Map(opposites.flatMap((group, place) => group.map((word) => [foldWord(word), String(place)] as const))),
)

/** True if a clause contains a number word. In scripts without spaces it may be a part of a longer word. */
export function hasNumberWord({ words, language }: Clause): boolean {
  const numbers = numberWords(language)
  return words.some(({ text }) => {
    const key = foldWord(text)
    return numbers.has(key) || (UNSPACED.test(key) && [...numbers.keys()].some((number) => key.includes(number)))
  })
}
