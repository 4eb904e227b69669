import { foldWord } from '../lexicon/fold-word.ts'
import { UNITS } from '../lexicon/vocabulary.ts'
import { shifted } from './figures.ts'
import type { TagSheet } from './sheet.ts'

const SCALE = /^(k|m)(?=[ \u00a0]\p{L})/iu
const UNIT =
  /^[ \u00a0\u202f-]?(°[cf]?|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\p{L}\p{M}µμ]){1,14}(?:\/[\p{L}]{1,2})?[²³23]?)(?![\p{Ll}\p{M}\d])/iu
const UNSPACED_UNIT = /^ ?([\u2e80-\uffff]{1,3})/
const NEAR = 24
/** Units of values that may be below zero, and a minus sign that is neither a hyphen nor part of a range. */
const DEGREES: ReadonlySet<string> = new Set(['°c', '°f', '°'])
const MINUS = /(?:^|[^\p{L}\p{N}.,)])[-−]$/u
/** Length of units that must touch their figure, except g, m, h, l, w and v: "at 5 s" is hardly ever five seconds. */
const LONGEST_TOUCHING = 1

/** Numbers with their units, in several languages: `3 hour`, `16 gb`. */
export function extractQuantities(sheet: TagSheet): void {
  const { text } = sheet
  for (const figure of sheet.figures) {
    const { end, value } = figure
    const scale = SCALE.exec(text.slice(end, end + 4))
    const scaled = scale && unitAt(text.slice(end + 1, end + 1 + NEAR))
    // "5m wide": the letter is the unit itself.
    const found = scaled ?? unitAt(text.slice(end, end + NEAR))
    if (!found) continue
    const amount = scaled ? shifted(value, scale![1]!.toLowerCase() === 'k' ? 3 : 6) : value
    const isBelowZero = DEGREES.has(found.unit) && MINUS.test(text.slice(Math.max(0, figure.start - 2), figure.start))
    sheet.put({
      kind: 'quantity',
      text: `${isBelowZero ? '-' : ''}${amount} ${found.unit}`,
      start: figure.start - (isBelowZero ? 1 : 0),
      end: end + (scaled ? 1 : 0) + found.length,
    })
  }
}

function unitAt(rest: string): { unit: string; length: number } | undefined {
  const unspaced = UNSPACED_UNIT.exec(rest)?.[1]
  if (unspaced) {
    for (let length = unspaced.length; length > 0; length--) {
      const unit = UNITS.get(unspaced.slice(0, length))
      if (unit) return { unit, length: rest.indexOf(unspaced) + length }
    }
    return undefined
  }
  const match = UNIT.exec(rest)
  const unit = match && UNITS.get(foldWord(match[1]!))
  if (!unit) return undefined
  const isTouching = match[0].length === match[1]!.length
  return match[1]!.length <= LONGEST_TOUCHING && !isTouching && !/[gmhlwv]/i.test(match[1]!)
    ? undefined
    : { unit, length: match[0].length }
}
