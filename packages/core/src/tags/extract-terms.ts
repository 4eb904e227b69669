import { stemOf } from '../words/words.ts'
import type { LineWord } from './lines.ts'
import type { TagSheet } from './sheet.ts'

/** The content words of one line that no other extractor has, as stems. */
export function extractTerms(sheet: TagSheet, line: readonly LineWord[]): void {
  for (const word of line) {
    if (word.isStop || !sheet.isFree(word.start, word.end)) continue
    const code = word.text.charCodeAt(0)
    // One character is a word only in scripts whose words are that short; figures have been looked at.
    if ((word.text.length < 2 && code < 0x2e80) || (code >= 48 && code <= 57)) continue
    sheet.put({ kind: 'term', text: stemOf(word.text), word: word.lower, start: word.start, end: word.end })
  }
}
