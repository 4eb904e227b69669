import type { MessageSight } from './message-sight.ts'
import type { OutputLines } from './output-lines.ts'
import type { Output } from './outputs.ts'

/**
 * One way to send tool output in fewer tokens. Marks, which are lines in square brackets, say where the omitted lines are,
 * how often a line is repeated, or how often it was overwritten.
 */
export interface Shortening {
  /** Returns the lines in a shorter form, or unchanged. */
  shorten(lines: readonly SentLine[], shown: ShownOutput): readonly SentLine[]
}

/** A line as it is sent. */
export interface SentLine {
  readonly text: string
  /**
   * `line`: a line of the output. `mark`: added by Pleat. `reference`: a mark for lines that another output, or the
   * input of a tool, contains.
   */
  readonly kind: 'line' | 'mark' | 'reference'
  /** First line of the output that it replaces, and the number of lines. 0 for marks that are not references. */
  readonly at: number
  readonly length: number
}

/** The output to send, and the outputs before it. */
export interface ShownOutput {
  readonly output: Output
  readonly read: OutputLines
  readonly sight: MessageSight
}

export function mark(text: string, at: number): SentLine {
  return { text, kind: 'mark', at, length: 0 }
}

/** First words of marks. An output with such a line could imitate them. */
const MARKS = [
  'lines? \\d',
  'unchanged: ',
  'the same line ',
  'last (?:\\d{1,6} )?lines?: as before',
  'the next line was ',
]
const LIKE_A_MARK = new RegExp(`(?:^|[\\p{Cc}\\u2028\\u2029])[\\s\\p{Cf}]{0,20}\\[(?:${MARKS.join('|')})`, 'u')

/** True if a line of tool output imitates a mark. */
export function readsLikeMark(line: string): boolean {
  return line.includes('[') && LIKE_A_MARK.test(line)
}
