import { textOf } from '../references.ts'
import type { SentLine, Shortening, ShownOutput } from '../shortening.ts'

/** More lines than that are no state that a shell prints again and again. */
const MOST_LINES = 12
/** The mark takes some seven tokens. */
const LEAST_CHARACTERS = 40

/**
 * The last lines are those of the output directly before: the open file, the current directory, the prompt. The mark holds
 * wherever that output stands whole or refers in turn to the one before it.
 */
export const lastLines: Shortening = {
  shorten(lines, shown) {
    const count = Math.min(sameLastLines(shown), linesAtEnd(lines))
    const kept = lines.slice(0, lines.length - count)
    const dropped = lines.slice(kept.length)
    const characters = dropped.reduce((sum, { text }) => sum + text.length + 1, 0)
    if (count === 0 || characters < LEAST_CHARACTERS) return lines
    const text = `[last ${count === 1 ? 'line' : `${count} lines`}: as before]`
    return [...kept, { text, kind: 'reference', at: dropped[0]!.at, length: count }]
  },
}

/** How many lines at the end, without numbers, are the same in the output before; at least one line of both is another. */
function sameLastLines({ output, read, sight }: ShownOutput): number {
  if (read.json || !output.isOnly) return 0
  const before = sight.inSight.findLast(({ argument }) => argument === undefined)
  const text = before && textOf(sight.transcript, before)
  if (text === undefined) return 0
  const own = output.text.split('\n')
  const other = text.split('\n')
  const most = Math.min(MOST_LINES, own.length - 1, other.length - 1)
  let count = 0
  while (count < most && own.at(-1 - count) === other.at(-1 - count) && read.numbers.at(-1 - count)! < 0) count++
  return count
}

/** Lines at the end that stand as they came. */
function linesAtEnd(lines: readonly SentLine[]): number {
  let count = 0
  while (count < lines.length && lines[lines.length - 1 - count]!.kind === 'line') count++
  return count
}
