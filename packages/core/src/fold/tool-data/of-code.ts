import { isFields, parseJson } from '../../json.ts'
import { kindOf, templateOf } from '../digest/typed/block-kind.ts'
import { hasLineNumbers } from '../tool-text.ts'
import type { Transcript } from '../transcript.ts'
import { callOf } from './call-of.ts'
import { readStructured } from './structured-text.ts'

/** Names of arguments that are files, shell commands and program text. */
const FILE_ARGUMENT = /^(?:\w*path|file(?:_?name)?|command|cmd|script|code|patch|diff)$/i
/** Limit of the algorithm: lines whose shape is examined. */
const MOST_LINES = 200

/**
 * True if message `index` contains program text, a log, or the output of a tool that works on files or in a shell: its lines are
 * needed again letter for letter. So are rows without a head. Records, pages and mails are read for what they say.
 */
export function isOfCode(transcript: Transcript, index: number): boolean {
  return transcript
    .piecesOf(index)
    .some(
      ({ kind, text, callId }) =>
        kind === 'result' &&
        readStructured(text) === undefined &&
        (worksOnFiles(callOf(transcript, index, callId)?.text) || isCode(text)),
    )
}

function worksOnFiles(call: string | undefined): boolean {
  const value = call === undefined ? undefined : parseJson(call)
  return isFields(value) && Object.keys(value).some((key) => FILE_ARGUMENT.test(key))
}

function isCode(text: string): boolean {
  const lines = text.split('\n', MOST_LINES)
  if (hasLineNumbers(lines)) return true
  if (areAlike(lines)) return true
  const kind = kindOf(lines, false)
  return kind === 'diff' || kind === 'trace' || kind === 'log' || kind === 'code'
}

const LEAST_ROWS = 4

/** True for rows, as in `04:51  212 ms`: most lines differ in figures only. */
function areAlike(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim())
  return filled.length >= LEAST_ROWS && new Set(filled.map(templateOf)).size <= 0.5 * filled.length
}
