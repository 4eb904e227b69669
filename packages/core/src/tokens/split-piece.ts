import {
  IS_PAIR,
  kindAt,
  LETTER,
  LINE_END,
  LOWER,
  MARK,
  NUMBER,
  OTHER,
  SPACE,
  UNCASED,
  UPPER,
  WHITE_SPACE,
} from './character-kind.ts'
import type { CodeUnits } from './code-units.ts'

/**
 * The end of the piece that starts at `start`, by an encoding's splitting rule. `start` is within the text. The rules are
 * published as regular expressions. These scanners read each character at most a few times, so the time is linear in the length
 * of any run.
 */
export type EndOfPiece = (text: CodeUnits, start: number) => number

const APOSTROPHE = 0x27
const BLANK = 0x20
const SLASH = 0x2f
const LETTER_D = 0x64
const LETTER_E = 0x65
const LETTER_L = 0x6c
const LETTER_M = 0x6d
const LETTER_R = 0x72
const LETTER_S = 0x73
const LETTER_T = 0x74
const LETTER_V = 0x76

/** The rule of `o200k_base`. */
export function endOfO200kPiece(text: CodeUnits, start: number): number {
  const kind = kindAt(text, start)
  if ((kind & (LETTER | MARK)) !== 0) return endOfCasedWord(text, start)
  if ((kind & NUMBER) !== 0) return endOfNumber(text, start)
  if ((kind & (SPACE | OTHER)) !== 0) {
    const next = start + widthOf(kind)
    const nextKind = kindAt(text, next)
    if ((nextKind & (LETTER | MARK)) !== 0) return endOfCasedWord(text, next)
    if (startsSymbols(text, start, kind | (nextKind & OTHER))) return endOfPathSymbols(text, next)
  }
  return endOfWhiteSpace(text, start, false)
}

/** The rule of `cl100k_base`. */
export function endOfCl100kPiece(text: CodeUnits, start: number): number {
  const kind = kindAt(text, start)
  if ((kind & LETTER) !== 0) return skip(text, start, LETTER)
  if ((kind & NUMBER) !== 0) return endOfNumber(text, start)
  const afterShortForm = endOfShortForm(text, start)
  if (afterShortForm !== start) return afterShortForm
  if ((kind & LINE_END) === 0) {
    const next = start + widthOf(kind)
    const nextKind = kindAt(text, next)
    if ((nextKind & LETTER) !== 0) return skip(text, next, LETTER)
    if (startsSymbols(text, start, kind | (nextKind & (OTHER | MARK)))) {
      return skip(text, skip(text, next, OTHER | MARK), LINE_END)
    }
  }
  return endOfWhiteSpace(text, start, true)
}

/**
 * Matches upper case followed by lower case, in which letters without case count as either. The result is the longest such word
 * that does not end in upper case, or else the whole run of upper case, with a following short form ("don't").
 */
function endOfCasedWord(text: CodeUnits, start: number): number {
  let at = start
  let afterUncased = -1
  let kind = kindAt(text, at)
  while ((kind & (UPPER | UNCASED | MARK)) !== 0) {
    at += widthOf(kind)
    if ((kind & UPPER) === 0) afterUncased = at
    kind = kindAt(text, at)
  }
  if ((kind & LOWER) !== 0) return endOfShortForm(text, skip(text, at, LOWER | UNCASED | MARK))
  return endOfShortForm(text, afterUncased === -1 ? at : afterUncased)
}

/** The position after one of 's 't 'd 'm 'll 've 're in either case, or `at` itself. */
function endOfShortForm(text: CodeUnits, at: number): number {
  if (text.units[at]! !== APOSTROPHE) return at
  const first = lowered(text.units[at + 1]!)
  if (first === LETTER_S || first === LETTER_T || first === LETTER_D || first === LETTER_M) return at + 2
  const second = lowered(text.units[at + 2]!)
  if (first === LETTER_L && second === LETTER_L) return at + 3
  return (first === LETTER_V || first === LETTER_R) && second === LETTER_E ? at + 3 : at
}

/** Converts ASCII upper case to lower case. The result for other characters is never an ASCII letter. */
function lowered(unit: number): number {
  return unit | 0x20
}

function endOfNumber(text: CodeUnits, start: number): number {
  let at = start
  for (let digits = 0; digits < 3; digits++) {
    const kind = kindAt(text, at)
    if ((kind & NUMBER) === 0) break
    at += widthOf(kind)
  }
  return at
}

/** Symbols with an optional blank before them. `kinds` are those of the first and of the next character. */
function startsSymbols(text: CodeUnits, start: number, kinds: number): boolean {
  if ((kinds & (OTHER | MARK)) === 0) return false
  return (kinds & SPACE) === 0 || text.units[start]! === BLANK
}

/** Symbols, then line ends and slashes. */
function endOfPathSymbols(text: CodeUnits, start: number): number {
  let at = skip(text, start, OTHER | MARK)
  while ((kindAt(text, at) & LINE_END) !== 0 || text.units[at]! === SLASH) at++
  return at
}

/**
 * White space up to its last line end. Without a line end, all but the last character, which belongs to the next piece. At the
 * end of the text, `takesEnd` includes all of it.
 */
function endOfWhiteSpace(text: CodeUnits, start: number, takesEnd: boolean): number {
  let at = start
  let afterLineEnd = -1
  for (let kind = kindAt(text, at); (kind & WHITE_SPACE) !== 0; kind = kindAt(text, at)) {
    at++
    if ((kind & LINE_END) !== 0) afterLineEnd = at
  }
  if (at === text.length && takesEnd) return at
  if (afterLineEnd !== -1) return afterLineEnd
  return at === text.length || at === start + 1 ? at : at - 1
}

function skip(text: CodeUnits, start: number, mask: number): number {
  let at = start
  for (let kind = kindAt(text, at); (kind & mask) !== 0; kind = kindAt(text, at)) at += widthOf(kind)
  return at
}

function widthOf(kind: number): number {
  return (kind & IS_PAIR) === 0 ? 1 : 2
}
