import type { OutputLines } from './output-lines.ts'
import type { Output } from './outputs.ts'
import type { Sight } from './references.ts'

/**
 * One way to send tool output in fewer tokens. What it leaves out is said by marks, lines in square brackets of which a
 * reader of the request can tell what stood there.
 */
export interface Shortening {
  /** The lines in a shorter form, or as they are. */
  shorten(lines: readonly SentLine[], shown: ShownOutput): readonly SentLine[]
}

/** A line as it is sent. */
export interface SentLine {
  readonly text: string
  /** `line`: of the output. `mark`: ours. `reference`: ours too, for lines that stand in another output. */
  readonly kind: 'line' | 'mark' | 'reference'
  /** First line of the output that it stands for, and how many; 0 for a mark that only says how to read others. */
  readonly at: number
  readonly length: number
}

/** The output that is to be sent, and what is sent before it. */
export interface ShownOutput {
  readonly output: Output
  readonly read: OutputLines
  readonly sight: Sight
}

export function mark(text: string, at: number): SentLine {
  return { text, kind: 'mark', at, length: 0 }
}

/** How marks begin; a text that holds such a line could be taken to say what we say. */
const MARKS = [
  'lines? \\d',
  'unchanged: ',
  'the same line ',
  'last (?:\\d{1,6} )?lines?: as before',
  'the next line was ',
]
const LIKE_A_MARK = new RegExp(`(?:^|[\\p{Cc}\\u2028\\u2029])[\\s\\p{Cf}]{0,20}\\[(?:${MARKS.join('|')})`, 'u')

/** Whether a line of tool output reads like one of ours. */
export function readsLikeMark(line: string): boolean {
  return line.includes('[') && LIKE_A_MARK.test(line)
}
