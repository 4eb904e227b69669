import { foldWord } from '../lexicon/fold-word.ts'
import { CURRENCIES, SCALES } from '../lexicon/vocabulary.ts'
import { type Figure, plainNumber, shifted } from './figures.ts'
import type { TagSheet } from './sheet.ts'

const BEFORE = /((?:(?:us|ca|au|[acr])?\$)|\p{Sc}|(?<!\p{L})\p{Lu}{3})[ \u00a0\u202f]?$/iu
const SCALE = /^[ \u00a0\u202f]?([\p{L}\p{M}]{1,12})\.?/u
/** Least power of ten of a scale: French "cent" is a hundred, but "50 cents" is not fifty hundreds. */
const LEAST_PLACES = 3
const AFTER = /^[ \u00a0\u202f-]?(?:de |of )?(\p{Sc}|r\$|[\p{L}\p{M}]{1,12})/iu
const NEAR = 24
/** Largest number of groups of three digits after the first, as in `figures.ts`. */
const MAX_GROUPS = 5

/** Amounts of money with a sign, code or name on either side. `k`, `m` and `bn` are resolved: `usd 4500000`. */
export function extractMoney(sheet: TagSheet): void {
  const { text } = sheet
  for (const figure of joinedFigures(sheet)) {
    const before = BEFORE.exec(text.slice(Math.max(0, figure.start - 5), figure.start))
    const code = before && CURRENCIES.get(foldWord(before[1]!))
    const { start } = figure
    let { end, value } = figure
    const scale = scaleAt(text.slice(end, end + NEAR))
    if (scale) {
      value = shifted(value, scale.places)
      end += scale.length
    }
    if (code) {
      sheet.put({ kind: 'money', text: `${code} ${value}`, start: start - before[0].length, end })
      continue
    }
    const after = currencyAfter(text.slice(end, end + NEAR))
    if (after) sheet.put({ kind: 'money', text: `${after.code} ${value}`, start, end: end + after.length })
  }
}

/** The figures of a text, in which spaces may separate groups of three digits: "1 200 €", "USD 1 200". */
function joinedFigures({ text, figures }: TagSheet): Figure[] {
  const joined: Figure[] = []
  for (let at = 0; at < figures.length; at++) {
    const { start } = figures[at]!
    const first = at
    while (at - first < MAX_GROUPS && isNextGroup(text, figures[at]!, figures[at + 1], at === first)) at++
    const { end } = figures[at]!
    joined.push(
      at === first ? figures[at]! : { start, end, value: plainNumber(text.slice(start, end).replaceAll(' ', '')) },
    )
  }
  return joined
}

/** True if a space and a group of three digits continue a group of one to three digits. */
function isNextGroup(text: string, group: Figure, next: Figure | undefined, isFirst: boolean): boolean {
  return (
    next !== undefined &&
    (isFirst ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(text.slice(group.start, group.end)) &&
    next.start === group.end + 1 &&
    text.charCodeAt(group.end) === 32 &&
    /^\d{3}(?!\d)/.test(text.slice(next.start, next.start + 4))
  )
}

/** "k", "million", "тыс.", "万". In scripts without spaces, at the start of the following text. */
function scaleAt(rest: string): { places: number; length: number } | undefined {
  const match = SCALE.exec(rest)
  if (!match) return undefined
  const word = match[1]!
  const isUnspaced = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word)
  const places = Number(SCALES.get(isUnspaced ? word.charAt(0) : foldWord(word)) ?? 0)
  if (places < LEAST_PLACES) return undefined
  const length = match[0].length
  // The dot of "5 mil." ends a sentence. That of "тыс." precedes the currency.
  return {
    places,
    length: isUnspaced
      ? match[0].indexOf(word) + 1
      : /^\s*$/.test(rest.slice(length))
        ? match[0].indexOf(word) + word.length
        : length,
  }
}

/** In scripts without spaces, names of currencies are searched for at the start of the following text. */
function currencyAfter(rest: string): { code: string; length: number } | undefined {
  const match = AFTER.exec(rest)
  if (!match) return undefined
  const word = match[1]!
  for (const length of word.charCodeAt(0) >= 0x2e80 ? [3, 2, 1] : [word.length]) {
    const code = CURRENCIES.get(foldWord(word.slice(0, length)))
    if (code) return { code, length: match[0].length - word.length + Math.min(length, word.length) }
  }
  return undefined
}
