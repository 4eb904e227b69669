import type { Piece } from '../transcript.ts'
import { compactJson } from './compact-json.ts'
import { givenBy, type InSight } from './in-sight.ts'
import { type OutputLines, readOutput } from './output-lines.ts'
import { type Reference, referencesIn, type Sight } from './references.ts'

/** The text of one leaf as it is sent from its first request on. */
export interface Shortened {
  readonly part: number
  readonly leaf: number
  readonly text: string
}

/** How the tool output of one message is sent, and what of it stands there for later output to refer to. */
export interface FirstSight {
  readonly shortened: readonly Shortened[]
  readonly inSight: readonly InSight[]
}

/** Shorter outputs are not worth a second form. */
const LEAST_LENGTH = 200
/** A second form has to be at least so much shorter. */
const LEAST_GAIN = 0.04

/**
 * Tool output of message `index` in a shorter form that says the same: JSON without what only a parser needs, line numbers
 * as one mark where they begin and jump, runs of equal lines as one line and a count, lines that other output in sight
 * shows as a mark that says where. Never of an error message. A function of the message and of what is in sight, which
 * only a fold takes away, so what was sent stays sent. With `isShortened` false nothing is made shorter.
 */
export function firstSightOf(sight: Sight, index: number, isShortened: boolean): FirstSight {
  const shortened: Shortened[] = []
  const inSight: InSight[] = []
  for (const piece of sight.transcript.piecesOf(index)) {
    if (piece.kind === 'call') for (const given of givenBy(index, piece)) inSight.push(given)
    if (piece.kind !== 'result' || piece.text.length < LEAST_LENGTH || isError(piece)) continue
    const { part, leaf, text, callId = '' } = piece
    const lines = readOutput(text)
    const short = isShortened
      ? shorterForm(text, lines, { ...sight, inSight: [...sight.inSight, ...inSight] })
      : undefined
    if (short) shortened.push({ part, leaf, text: short.text })
    const { isNumbered, labels, hashes } = lines
    for (const { at, length } of short?.references ?? []) hashes.fill(0, at, at + length)
    inSight.push({ message: index, part, leaf, callId, isNumbered, labels, hashes })
  }
  return { shortened, inSight }
}

/** One wire does not say what is an error: there it is known by its beginning. */
const ERROR = /^[\s\W]*(?:\w*error|\w*exception|traceback|fatal|panic|exit (?:code|status):? [1-9])/i

function isError({ isError, text }: Piece): boolean {
  return isError === true || ERROR.test(text)
}

interface ShorterForm {
  readonly text: string
  readonly references: readonly Reference[]
}

function shorterForm(text: string, lines: OutputLines, sight: Sight): ShorterForm | undefined {
  const references = referencesIn(text, lines, sight)
  for (const form of references.length ? [references, []] : [[]]) {
    const shorter = formOf(text, lines, form)
    if (shorter !== undefined && shorter.length <= (1 - LEAST_GAIN) * text.length) {
      return { text: shorter, references: form }
    }
  }
  return undefined
}

function formOf(text: string, lines: OutputLines, references: readonly Reference[]): string | undefined {
  if (lines.json && !references.length) return isExact(text) ? compactJson(lines.json.value) : undefined
  return withoutRepeats(withReferences(lines, references)).join('\n')
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

/** Line numbers say where a line stands only where they begin or jump; there they become a mark of their own. */
function withReferences({ texts, numbers, labels }: OutputLines, references: readonly Reference[]): string[] {
  const out: string[] = []
  const referred = new Map(references.map((reference) => [reference.at, reference]))
  let expected = -1
  for (let place = 0; place < texts.length; place++) {
    const reference = referred.get(place)
    if (reference) {
      out.push(reference.mark)
      place += reference.length - 1
      expected = labels[place]! + 1
      continue
    }
    const number = numbers[place]!
    if (number >= 0) {
      if (number !== expected) out.push(`[line ${number}]`)
      expected = number + 1
    }
    out.push(texts[place]!)
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
