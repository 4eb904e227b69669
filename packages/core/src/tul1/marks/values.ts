import { stemOf, type Word } from '../../words/words.ts'
import { gap, timeAt } from './time-values.ts'
import type { Value } from './value.ts'
import { MONTHS, numberOfWord, stateKind, WEEKDAYS } from './value-kinds.ts'
import { ORDINALS, wordAt } from './word-values.ts'

const MONEY: Readonly<Record<string, string>> = {
  euro: 'eur',
  eur: 'eur',
  dollar: 'usd',
  usd: 'usd',
  pound: 'gbp',
  gbp: 'gbp',
  franc: 'chf',
  yen: 'jpy',
  buck: 'usd',
}
const UNITS: Readonly<Record<string, readonly [string, number]>> = {
  second: ['time-span', 1],
  sec: ['time-span', 1],
  minute: ['time-span', 60],
  min: ['time-span', 60],
  hour: ['time-span', 3600],
  h: ['time-span', 3600],
  day: ['time-span', 86400],
  week: ['time-span', 604800],
  ms: ['time-span', 0.001],
  kg: ['mass', 1000],
  g: ['mass', 1],
  gram: ['mass', 1],
  kilo: ['mass', 1000],
  mg: ['mass', 0.001],
  km: ['length', 1000],
  m: ['length', 1],
  cm: ['length', 0.01],
  mm: ['length', 0.001],
  meter: ['length', 1],
  metre: ['length', 1],
  gb: ['bytes', 1000],
  mb: ['bytes', 1],
  tb: ['bytes', 1e6],
  kb: ['bytes', 0.001],
}
const NOT_A_UNIT =
  /^(?:in|on|at|by|to|of|for|and|or|but|with|from|is|are|was|were|not|a|an|the|now|per|if|as|that|so|after|before|until|since|it|we|i|they|each|this|instead|long|old)$/i

/** The values among the words of a sentence, left to right. */
export function valuesOf(text: string, words: readonly Word[]): Value[] {
  const values: Value[] = []
  for (let at = 0; at < words.length; at++) {
    if (!mayBeValue(words[at]!.text)) continue
    const value = timeAt(text, words, at) ?? dateAt(words, at) ?? numberAt(text, words, at) ?? wordAt(words, at)
    if (!value) continue
    values.push(value)
    at = value.to
  }
  return values
}

/** Whether a word can begin a value: one of small letters only when it is one that is known. */
export function mayBeValue(word: string): boolean {
  const first = word.charCodeAt(0)
  if (first < 97 || first > 122) return true
  const lower = word.toLowerCase()
  return (
    WEEKDAYS.has(lower) ||
    ORDINALS.has(lower) ||
    lower === 'noon' ||
    lower === 'midnight' ||
    numberOfWord(lower) !== undefined ||
    stateKind(lower) !== undefined
  )
}

function dateAt(words: readonly Word[], at: number): Value | undefined {
  const word = words[at]!.text
  const month = monthOf(word)
  const day = (index: number): string | undefined =>
    /^([12]?\d|3[01])(?:st|nd|rd|th)?$/i.exec(words[index]?.text ?? '')?.[1]
  if (month >= 0) {
    const after = day(at + 1)
    if (after) return { kind: 'date', value: `${month}-${after}`, from: at, to: at + 1 + yearAfter(words, at + 2) }
    // "May" and "March" at the start of a sentence are verbs as often as months.
    if (at === 0 && (month === 4 || month === 2)) return undefined
    return { kind: 'month', value: String(month), from: at, to: at }
  }
  const before = day(at)
  if (before) {
    const skip = words[at + 1]?.text.toLowerCase() === 'of' ? 2 : 1
    const named = monthOf(words[at + skip]?.text ?? '')
    if (named >= 0)
      return { kind: 'date', value: `${named}-${before}`, from: at, to: at + skip + yearAfter(words, at + skip + 1) }
  }
  const lower = word.toLowerCase()
  return WEEKDAYS.has(lower) ? { kind: 'weekday', value: lower.replace(/s$/, ''), from: at, to: at } : undefined
}

function monthOf(word: string): number {
  if (!/^\p{Lu}/u.test(word)) return -1
  const lower = word.toLowerCase()
  return MONTHS.findIndex(
    (month) => month === lower || (lower.length === 3 && month.startsWith(lower) && lower !== 'may'),
  )
}

function yearAfter(words: readonly Word[], at: number): number {
  return /^(?:19|20)\d\d$/.test(words[at]?.text ?? '') ? 1 : 0
}

function numberAt(text: string, words: readonly Word[], at: number): Value | undefined {
  const first = words[at]!
  const lower = first.text.toLowerCase()
  let end = at
  let figure: number | undefined = numberOfWord(lower)
  if (figure === undefined) {
    if (!/^\d/.test(lower)) return undefined
    while (words[end + 1] && /^[.,'’]$/.test(gap(text, words, end)) && /^\d/.test(words[end + 1]!.text)) end++
    const written = text.slice(first.start, words[end]!.end)
    const parsed = /^(\d[\d,.'’]*?)(k|m|bn|[a-z]{1,2})?$/i.exec(written)
    if (!parsed) return { kind: 'code', value: written.toLowerCase(), from: at, to: end }
    if ((parsed[1]!.match(/\./g)?.length ?? 0) > 1) return { kind: 'version', value: parsed[1]!, from: at, to: end }
    figure = Number(parsed[1]!.replace(/[,'’](?=\d{3})/g, '').replace(',', '.'))
    const glued = parsed[2]?.toLowerCase()
    if (glued === 'k') figure *= 1000
    else if (glued) return withUnit({ figure, unit: glued, from: at, to: end })
  }
  if (/[$€£¥]\s?$/.test(text.slice(Math.max(0, first.start - 2), first.start)))
    return { kind: 'money', value: String(figure), from: at, to: end }
  if (/^\s?%/.test(text.slice(words[end]!.end, words[end]!.end + 2)))
    return { kind: 'percent', value: String(figure), from: at, to: end }
  const next = words[end + 1]?.text
  const isGapped = next !== undefined && /^[\s-]+$/.test(gap(text, words, end))
  if (
    /^(?:19|20)\d\d$/.test(first.text) &&
    end === at &&
    (!isGapped || NOT_A_UNIT.test(next)) &&
    isYearAfter(words[at - 1]?.text)
  )
    return { kind: 'year', value: first.text, from: at, to: end }
  if (!isGapped || NOT_A_UNIT.test(next)) return { kind: 'n', value: String(figure), from: at, to: end }
  return withUnit({ figure, unit: next, from: at, to: end + 1 })
}

function isYearAfter(word: string | undefined): boolean {
  return word === undefined || /^(?:in|since|from|of|until|by|before|after|during|year|dates?|around|the)$/i.test(word)
}

function withUnit(found: { figure: number; unit: string; from: number; to: number }): Value {
  const { figure, from, to } = found
  const lower = found.unit.toLowerCase()
  const unit = stemOf(lower)
  const singular = lower.length > 2 ? lower.replace(/s$/, '') : lower
  const money = MONEY[singular]
  if (money) return { kind: 'money', value: String(figure), from, to }
  if (unit === 'percent') return { kind: 'percent', value: String(figure), from, to }
  const known = UNITS[singular]
  if (known) return { kind: known[0], value: String(Math.round(figure * known[1] * 1e6) / 1e6), from, to }
  return { kind: `n:${unit}`, value: String(figure), from, to }
}
