import { UNITS } from '../lexicon/vocabulary.ts'
import { shifted } from './figures.ts'
import type { TagSheet } from './sheet.ts'

const SCALE = /^(k|m)(?=[ \u00a0]\p{L})/iu
const UNIT =
  /^[ \u00a0\u202f-]?(°[cf]?|(?:(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\p{L}µμ]){1,14}(?:\/[\p{L}]{1,2})?[²³23]?)(?![\p{Ll}\d])/iu
const UNSPACED_UNIT = /^ ?([\u2e80-\uffff]{1,3})/
const NEAR = 24
/** Letters that are units only directly after the figure: "a 5 m walk" is rare, "at 5 s" and "3 m" even more so. */
const LONGEST_TOUCHING = 1

/** Numbers with their units, in several languages: `3 hour`, `16 gb`. */
export function extractQuantities(sheet: TagSheet): void {
  const { text } = sheet
  for (const figure of sheet.figures) {
    let { end, value } = figure
    const scale = SCALE.exec(text.slice(end, end + 4))
    if (scale) {
      value = shifted(value, scale[1]!.toLowerCase() === 'k' ? 3 : 6)
      end += 1
    }
    const found = unitAt(text.slice(end, end + NEAR))
    if (found)
      sheet.put({ kind: 'quantity', text: `${value} ${found.unit}`, start: figure.start, end: end + found.length })
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
  const unit = match && UNITS.get(match[1]!.toLowerCase())
  if (!unit) return undefined
  const isTouching = match[0].length === match[1]!.length
  return match[1]!.length <= LONGEST_TOUCHING && !isTouching && !/[gmhlwv]/i.test(match[1]!)
    ? undefined
    : { unit, length: match[0].length }
}
