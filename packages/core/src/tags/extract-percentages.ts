import { anyOf, phrasesOf } from '../lexicon/gathered.ts'
import type { TagSheet } from './sheet.ts'

const NAMES = anyOf(phrasesOf(({ units }) => units.percent))
const AFTER = new RegExp(`^[ \\u00a0\\u202f]?(?:[%％‰]|(?:${NAMES})(?!\\p{L}))`, 'iu')

/** Percentages, by sign or word. */
export function extractPercentages(sheet: TagSheet): void {
  for (const { start, end, value } of sheet.figures) {
    const after = AFTER.exec(sheet.text.slice(end, end + 16))
    if (after) sheet.put({ kind: 'percent', text: `${value}%`, start, end: end + after[0].length })
  }
}
