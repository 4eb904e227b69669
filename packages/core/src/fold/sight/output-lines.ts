import { termId } from '../../words/words.ts'
import { hasLineNumbers, numberedLine, readToolText } from '../tool-text.ts'

/** A tool's output as lines that can be identified and compared. */
export interface OutputLines {
  /** The value if the output is JSON, which then counts as one line with any white space. */
  readonly json: { readonly value: unknown } | undefined
  readonly isNumbered: boolean
  /** The lines without the numbers of a file viewer. */
  readonly texts: readonly string[]
  /** The number of each line. -1 for a line without one. */
  readonly numbers: readonly number[]
  /** The number of a line: its own, or the successor of the previous line's. -1 if that is not unique. */
  readonly labels: Int32Array
  /** Hash of each line, never 0. */
  readonly hashes: Int32Array
}

/** Reads the output of a tool. Linear in its length. */
export function readOutput(text: string): OutputLines {
  const read = readToolText(text)
  if (read.kind === 'json') return outputLines([text], [-1], { value: read.value })
  if (!hasLineNumbers(read.lines)) {
    return outputLines(
      read.lines,
      read.lines.map(() => -1),
    )
  }
  const texts: string[] = []
  const numbers: number[] = []
  for (const line of read.lines) {
    const numbered = numberedLine(line)
    texts.push(numbered?.text ?? line)
    numbers.push(numbered?.number ?? -1)
  }
  return outputLines(texts, numbers)
}

function outputLines(texts: readonly string[], numbers: readonly number[], json?: { value: unknown }): OutputLines {
  return {
    json,
    isNumbered: numbers.some((number) => number >= 0),
    texts,
    numbers,
    labels: labelsOf(numbers),
    hashes: Int32Array.from(texts, (text) => termId(text) || 1),
  }
}

function labelsOf(numbers: readonly number[]): Int32Array {
  const labels = new Int32Array(numbers.length)
  const first = numbers.findIndex((number) => number >= 0)
  let last = 0
  for (const [place, number] of numbers.entries()) {
    // There are no file lines before the first number of a file viewer.
    if (place < first) {
      labels[place] = -1
      continue
    }
    const label = number >= 0 ? number : last + 1
    // If numbers jump back, as with several files in one search, a number may identify two lines.
    if (label <= last && place > Math.max(0, first)) return labels.fill(-1)
    labels[place] = last = label
  }
  return labels
}
