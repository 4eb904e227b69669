import { STOP_WORDS } from '../words/stop-words.ts'
import { termId } from '../words/words.ts'
import type { TagSheet } from './sheet.ts'

/** A word as names, phrases and terms look at it. */
export interface LineWord {
  readonly text: string
  readonly lower: string
  /** Hash of the word in lower case. */
  readonly id: number
  readonly start: number
  readonly end: number
  /** The first word of a sentence or line. */
  readonly isFirst: boolean
  /** Only a space parts it from the word before it. */
  readonly isAdjacent: boolean
  readonly isCapital: boolean
  readonly isStop: boolean
  /** No other extractor has it. */
  readonly isFree: boolean
}

/** Longer words are data. */
const LONGEST_WORD = 64
const SENTENCE_END = /[.!?…。！？:•\n][^\p{L}\p{N}]*$|^\s*[-*#>]/u

/** The words of a text by line. */
export function* linesOf(sheet: TagSheet): Generator<LineWord[]> {
  const { text } = sheet
  let line: LineWord[] = []
  let last = 0
  for (const { text: word, start, end } of sheet.words) {
    const isAdjacent = start - last === 1 && text.charCodeAt(last) === 32 && last > 0
    const gap = isAdjacent ? ' ' : text.slice(last, start)
    if (!isAdjacent && gap.includes('\n') && line.length) {
      yield line
      line = []
    }
    last = end
    if (word.length > LONGEST_WORD) continue
    const lower = word.toLowerCase()
    line.push({
      text: word,
      lower,
      id: termId(lower),
      start,
      end,
      isFirst: line.length === 0 || (!isAdjacent && SENTENCE_END.test(gap)),
      isAdjacent: isAdjacent && line.length > 0,
      isCapital: lower !== word && isCapital(word),
      isStop: STOP_WORDS.has(lower),
      isFree: sheet.isFree(start, end),
    })
  }
  if (line.length) yield line
}

function isCapital(word: string): boolean {
  const code = word.charCodeAt(0)
  return code < 128 ? code >= 65 && code <= 90 : /^[\p{Lu}\p{Lt}]/u.test(word)
}
