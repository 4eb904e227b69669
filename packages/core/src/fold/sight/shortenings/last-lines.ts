import { sumOf } from '../../../sum.ts'
import { textOf } from '../message-sight.ts'
import type { SentLine, Shortening, ShownOutput } from '../shortening.ts'

/** Largest number of lines that a terminal's repeated state may have. */
const MAX_LINES = 12
/** Least length of the replaced lines. The mark takes about seven tokens. */
const LEAST_CHARACTERS = 40

/**
 * Replaces last lines that repeat those of the previous output: the open file, the current directory, the prompt. The
 * previous output contains these lines, or ends with such a mark itself.
 */
export const lastLines: Shortening = {
  shorten(lines, shown) {
    const count = Math.min(sameLastLines(shown), linesAtEnd(lines))
    const kept = lines.slice(0, lines.length - count)
    const dropped = lines.slice(kept.length)
    const characters = sumOf(dropped, ({ text }) => text.length + 1)
    if (count === 0 || characters < LEAST_CHARACTERS) return lines
    const text = `[last ${count === 1 ? 'line' : `${count} lines`}: as before]`
    return [...kept, { text, kind: 'reference', at: dropped[0]!.at, length: count }]
  },
}

/** Number of equal lines without numbers at the end of both outputs. At least one line of each differs. */
function sameLastLines({ output, read, sight }: ShownOutput): number {
  if (read.json || !output.isOnly) return 0
  const text = sight.newest && textOf(sight.transcript, sight.newest)
  if (text === undefined) return 0
  const own = output.text.split('\n')
  const other = text.split('\n')
  const most = Math.min(MAX_LINES, own.length - 1, other.length - 1)
  let count = 0
  while (count < most && own.at(-1 - count) === other.at(-1 - count) && read.numbers.at(-1 - count)! < 0) count++
  return count
}

/** Number of unchanged lines at the end. */
function linesAtEnd(lines: readonly SentLine[]): number {
  let count = 0
  while (count < lines.length && lines[lines.length - 1 - count]!.kind === 'line') count++
  return count
}
