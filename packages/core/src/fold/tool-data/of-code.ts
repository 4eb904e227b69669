import { isFields, parseJson } from '../../json.ts'
import { kindOf } from '../digest/typed/block-kind.ts'
import { hasLineNumbers } from '../tool-text.ts'
import type { Transcript } from '../transcript.ts'
import { callOf } from './call-of.ts'
import { readStructured } from './structured-text.ts'

/** Names of arguments that are files, shell commands and program text. */
const FILE_ARGUMENT = /^(?:\w*path|file(?:_?name)?|command|cmd|script|code|patch|diff)$/i
/** Limit of the algorithm: lines whose shape is examined. */
const MOST_LINES = 200

/**
 * True if message `index` contains program text or the output of a tool that works on files or in a shell. Its lines are needed
 * again letter for letter. Records, pages, mails and logs are read for what they say.
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
  const kind = kindOf(lines, false)
  return kind === 'diff' || kind === 'trace' || kind === 'code'
}
