import type { TagSheet } from './sheet.ts'

const AFTER =
  /^[ \u00a0\u202f]?(?:[%％‰]|(?:per ?cent|prozent|pour ?cent|por ?ciento|por cento|per cento|procent|процент\p{L}*)(?!\p{L}))/iu

/** Percentages, by sign or word. */
export function extractPercentages(sheet: TagSheet): void {
  for (const { start, end, value } of sheet.figures) {
    const after = AFTER.exec(sheet.text.slice(end, end + 16))
    if (after) sheet.put({ kind: 'percent', text: `${value}%`, start, end: end + after[0].length })
  }
}
