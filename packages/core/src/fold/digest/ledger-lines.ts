import type { LineRole } from './typed/salient-lines.ts'

/**
 * Likelihood that a line of tool traffic is needed again word for word, per token of a line of a dozen tokens. Measured as
 * reuse of lines by later tool calls in coding sessions: paths and descriptions of commands are often reused, plain code and
 * logs seldom.
 */
const WEIGHTS = {
  listing: 8,
  argument: 5,
  description: 6,
  command: 3,
  error: 4,
  signature: 2.2,
  script: 2,
  comment: 1.2,
  replacement: 2,
  code: 0.9,
  written: 1.2,
  other: 0.25,
  replaced: 0.2,
  short: 0.15,
} as const

/** A longer line is data; the expression for paths takes quadratic time in it. */
const LONGEST_PATH_LINE = 400
const PATH_LINE = /^\s*(?:[\w@.~-]*\/)+[\w@.+-]*(?::\d+.*)?\s*$|^\s*[\w@.~/-]*\/[\w@./-]+:\d+:/
export const ERROR = /\b(?:error|exception|traceback|panic|fatal|failed|failure|denied|undefined|not found)\b/i
const COMMENT = /^\s*(?:#(?!include)|\/\/|\/\*|\*|--|;;|<!--|"""|''')/
const SIGNATURE =
  /^\s*(?:export|public|private|protected|static|abstract|async|def\w*|class|interface|type|enum|struct|trait|impl|func|fn|function|module|namespace|import|from|use|using|alias|require|include|#include|package|const|let|var|val|@\w+)\b/
const CODE = /[{}()[\];=<>]|->|=>|\bdo\b|\bend\b|:$/

/** Weights of lines that say what a trace, a log or a diff is about: errors, inserted text, file names. */
const LINE_WEIGHTS: Readonly<Record<LineRole, number>> = {
  trouble: WEIGHTS.error,
  change: WEIGHTS.replacement,
  file: WEIGHTS.argument,
}

/** Weight of one line of a tool's output. `role` is the line's role in the whole output. */
export function outputWeight(line: string, isCode: boolean, role?: LineRole): number {
  return Math.max(role ? LINE_WEIGHTS[role] : 0, plainWeight(line, isCode))
}

function plainWeight(line: string, isCode: boolean): number {
  const text = line.trim()
  if (line.length <= LONGEST_PATH_LINE && PATH_LINE.test(line)) return WEIGHTS.listing
  if (ERROR.test(text) && !isCode) return WEIGHTS.error
  if (text.length < 20) return WEIGHTS.short
  return isCode ? codeWeight(line) : WEIGHTS.other
}

function codeWeight(line: string): number {
  if (COMMENT.test(line)) return WEIGHTS.comment
  if (SIGNATURE.test(line)) return WEIGHTS.signature
  return WEIGHTS.code
}

/** True if most lines look like program text. */
export function looksLikeCode(lines: readonly string[]): boolean {
  let code = 0
  let filled = 0
  for (const line of lines.slice(0, 200)) {
    if (!line.trim()) continue
    filled++
    if (CODE.test(line) || COMMENT.test(line) || SIGNATURE.test(line)) code++
  }
  return filled >= 3 && code >= 0.5 * filled
}

/** Names of arguments that are commands or descriptions. They are needed again on their own, without the other arguments. */
export const NEEDED_ALONE = /^(?:command|cmd|script|pattern|query|description|prompt|url)$/i

/** Weight of one line of a tool call's argument `key`. `isLong`: the argument has several lines. */
export function argumentWeight(key: string, line: string, isLong: boolean): number {
  if (/^old/i.test(key)) return WEIGHTS.replaced
  if (isLong) {
    if (line.trim().length < 20) return WEIGHTS.short
    if (/^new|replace/i.test(key)) return WEIGHTS.replacement
    if (/content|text|body|code/i.test(key)) return WEIGHTS.written
    return /command|cmd|script/i.test(key) ? WEIGHTS.script : WEIGHTS.code
  }
  if (/command|cmd|script|code/i.test(key)) return WEIGHTS.command
  if (/descri|title|query|pattern|url|subject|prompt|reason/i.test(key)) return WEIGHTS.description
  return WEIGHTS.argument
}
