import { readsLikeMark, type SentLine, type Shortening, type ShownOutput } from './shortening.ts'
import { controlCodes } from './shortenings/control-codes.ts'
import { equalLines } from './shortenings/equal-lines.ts'
import { json } from './shortenings/json.ts'
import { lastLines } from './shortenings/last-lines.ts'
import { lineNumbers } from './shortenings/line-numbers.ts'
import { overwritten } from './shortenings/overwritten.ts'
import { repeatedLines } from './shortenings/repeated-lines.ts'

/** In this order: what stands elsewhere first, since it is compared as it came. */
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
 * The lines of an output in the shortest form that all of them together give. A form in which a line of the output could be
 * taken for one of our marks is not taken, so that every mark that is read is one.
 */
export function shortenOutput(shown: ShownOutput): readonly SentLine[] {
  const whole = wholeLines(shown)
  const isMarked = whole.some(({ text }) => readsLikeMark(text))
  return SHORTENINGS.reduce<readonly SentLine[]>((lines, shortening) => {
    const shorter = shortening.shorten(lines, shown)
    if (shorter === lines) return lines
    const saysMore = shorter.some(({ kind, text }) => (kind === 'line' ? readsLikeMark(text) : isMarked))
    return saysMore && shorter.some(({ kind }) => kind !== 'line') ? lines : shorter
  }, whole)
}

/** As they came, numbers of a file viewer included. */
function wholeLines({ output, read }: ShownOutput): SentLine[] {
  const texts = read.json ? [output.text] : output.text.split('\n')
  return texts.map((text, at) => ({ text, kind: 'line', at, length: 1 }))
}
