import { compactJson } from './compact-json.ts'
import { hasLineNumbers, readToolText } from './tool-text.ts'
import type { Piece, Transcript } from './transcript.ts'

/** The text of one leaf as it is sent from its first request on. */
export interface Shortened {
  readonly part: number
  readonly leaf: number
  readonly text: string
}

/** Shorter outputs are not worth a second form. */
const LEAST_LENGTH = 200
/** A second form has to be at least so much shorter. */
const LEAST_GAIN = 0.04

/**
 * Tool output of message `index` in a shorter form that says the same: JSON without what only a parser needs, line numbers as one mark
 * where they begin and jump, runs of equal lines as one line and a count. Never of an error message. A function of the
 * message alone, so what was sent stays sent.
 */
export function shortenOutput(transcript: Transcript, index: number): Shortened[] {
  const shortened: Shortened[] = []
  for (const piece of transcript.piecesOf(index)) {
    if (piece.kind !== 'result' || piece.isError || piece.text.length < LEAST_LENGTH) continue
    const text = shorterForm(piece)
    if (text !== undefined && text.length <= (1 - LEAST_GAIN) * piece.text.length) {
      shortened.push({ part: piece.part, leaf: piece.leaf, text })
    }
  }
  return shortened
}

function shorterForm({ text }: Piece): string | undefined {
  const read = readToolText(text)
  if (read.kind === 'json') return isExact(text) ? compactJson(read.value) : undefined
  const lines = hasLineNumbers(read.lines) ? withoutNumbers(read.lines) : read.lines
  return withoutRepeats(lines).join('\n')
}

/** Whether reading and writing gives the same values: not with figures a double cannot hold, or keys given twice. */
function isExact(text: string): boolean {
  return !/\d{16}|\d\.\d*0[,\s\]}]|[eE][+-]?\d{2}|"__proto__"/.test(text) && keysAreUnique(text)
}

function keysAreUnique(text: string): boolean {
  const squeezed = text.replace(/\s+/g, '')
  // Writing what was read is as long as the text without white space unless something was lost or spelled otherwise.
  return JSON.stringify(JSON.parse(text)).replace(/\s+/g, '').length === squeezed.length
}

const NUMBERED = /^ *(\d+)(?:→|\t|: ?| *\| )/

/** Line numbers say where a line stands only where they begin or jump; there they become a mark of their own. */
function withoutNumbers(lines: readonly string[]): string[] {
  const out: string[] = []
  let expected = -1
  for (const line of lines) {
    const match = NUMBERED.exec(line)
    if (!match) {
      out.push(line)
      continue
    }
    const number = Number(match[1])
    if (number !== expected) out.push(`[line ${number}]`)
    out.push(line.slice(match[0].length))
    expected = number + 1
  }
  return out
}

const LEAST_REPEATS = 3

function withoutRepeats(lines: readonly string[]): string[] {
  const out: string[] = []
  for (let i = 0; i < lines.length; ) {
    let end = i + 1
    while (end < lines.length && lines[end] === lines[i]) end++
    out.push(lines[i]!)
    const more = end - i - 1
    if (more >= LEAST_REPEATS && lines[i]!.trim()) out.push(`[the same line ${more} more times]`)
    else for (let k = 0; k < more; k++) out.push(lines[i]!)
    i = end
  }
  return out
}
