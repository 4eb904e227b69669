import { readsLikeMark, type SentLine, type Shortening, type ShownOutput } from './shortening.ts'
import { controlCodes } from './shortenings/control-codes.ts'
import { equalLines } from './shortenings/equal-lines.ts'
import { json } from './shortenings/json.ts'
import { lastLines } from './shortenings/last-lines.ts'
import { lineNumbers } from './shortenings/line-numbers.ts'
import { overwritten } from './shortenings/overwritten.ts'
import { repeatedLines } from './shortenings/repeated-lines.ts'

/** In this order: references come first, since they compare unchanged lines. */
const SHORTENINGS: readonly Shortening[] = [
  repeatedLines,
  lastLines,
  json,
  lineNumbers,
  controlCodes,
  overwritten,
  equalLines,
]

/**
 * Applies all shortenings to the lines of an output. A form with marks is rejected if a line of the output imitates a
 * mark, so no shortened output contains both marks and imitations.
 */
export function shortenOutput(shown: ShownOutput): readonly SentLine[] {
  const whole = wholeLines(shown)
  const isMarked = whole.some(({ text }) => readsLikeMark(text))
  return SHORTENINGS.reduce<readonly SentLine[]>((lines, shortening) => {
    const shorter = shortening.shorten(lines, shown)
    if (shorter === lines) return lines
    const isImitated = shorter.some(({ kind, text }) => (kind === 'line' ? readsLikeMark(text) : isMarked))
    return isImitated && shorter.some(({ kind }) => kind !== 'line') ? lines : shorter
  }, whole)
}

/** The unchanged lines, including a file viewer's numbers. */
function wholeLines({ output, read }: ShownOutput): SentLine[] {
  const texts = read.json ? [output.text] : output.text.split('\n')
  return texts.map((text, at) => ({ text, kind: 'line', at, length: 1 }))
}
