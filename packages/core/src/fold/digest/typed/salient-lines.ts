import { kindOf } from './block-kind.ts'
import { logOutline } from './log-block.ts'
import { traceOutline } from './trace-block.ts'

/** The role of a line in a trace, log or diff: the error and its place, a changed line, or the name of a file. */
export type LineRole = 'trouble' | 'change' | 'file'

/** Shorter lines are not informative on their own. */
const LEAST_LENGTH = 8
const COMPARED_LENGTH = 100

/** Finds the salient lines of an output that is a trace, a log or a diff; other output has none. */
export function salientLines(lines: readonly string[]): (line: string) => LineRole | undefined {
  const kind = kindOf(lines, true)
  if (kind === 'diff') return changeIn
  const outline = kind === 'trace' ? traceOutline(lines) : kind === 'log' ? logOutline(lines) : []
  return (line) => {
    // An outline cuts long lines, and puts the code of a step after its place.
    const start = line.trim().slice(0, COMPARED_LENGTH)
    return start.length >= LEAST_LENGTH && outline.some((part) => part.startsWith(start)) ? 'trouble' : undefined
  }
}

function changeIn(line: string): LineRole | undefined {
  if (/^(?:diff --git |--- |\+\+\+ )/.test(line)) return 'file'
  return /^[+-].{3}/.test(line) ? 'change' : undefined
}
