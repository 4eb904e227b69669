import { anyOf } from '../lexicon/gathered.ts'
import { lexiconOf } from '../lexicon/languages.ts'
import { matchesOf } from '../matches-of.ts'
import { asciiDigits } from '../words/ascii-digits.ts'
import type { TagSheet } from './sheet.ts'

const { ordinalEndings } = lexiconOf('en')
const ENDING = new RegExp(`^(?:${anyOf(ordinalEndings ?? [])})(?!\\p{L})`, 'iu')

/** Numbers that match no other pattern. An ordinal gives its number. */
export function extractNumbers(sheet: TagSheet): void {
  for (const { start, end, value } of sheet.figures) {
    const ending = ENDING.exec(sheet.text.slice(end, end + 3))?.[0].length ?? 0
    sheet.put({ kind: 'number', text: value, start, end: end + ending })
  }
  if (!OTHER_DIGIT.test(sheet.text)) return
  for (const match of matchesOf(sheet.text, OTHER_NUMBER)) sheet.putMatch('number', asciiDigits(match[0]), match)
}

/** Scripts with Arabic, Indian, Thai, full-width and other decimal digits. Dashes, quotes and Han are not among them. */
const OTHER_DIGIT = /[\u0660-\u1fff\ua620-\uff19]/
const OTHER_NUMBER = /(?<![\p{Nd}])\p{Nd}{1,15}(?!\p{Nd})/gu
