import type { CodeUnits } from './code-units.ts'
import { pairedPoint } from './utf8.ts'

/** Character classes of the encodings' splitting rules, as bits, so that a mask can combine several. */
export const UPPER = 1
export const LOWER = 2
/** Letters that are neither: modifiers, and scripts without case. */
export const UNCASED = 4
export const MARK = 8
export const NUMBER = 16
/** White space without line ends. */
export const SPACE = 32
/** Carriage return and line feed. */
export const LINE_END = 64
/** Punctuation, symbols, controls, unassigned code points, and lone surrogates. */
export const OTHER = 128
/** Combined with the kind of a character that takes two code units. */
export const IS_PAIR = 256

export const LETTER = UPPER | LOWER | UNCASED
export const WHITE_SPACE = SPACE | LINE_END

/** Kinds by code point, 0 if unknown: a million zeros, whose memory is only allocated where a text uses them. */
const kinds = new Uint8Array(0x110000)

/** The kind of the character at `at`, with `IS_PAIR` if it is two units wide. 0 at the end of the text. */
export function kindAt(text: CodeUnits, at: number): number {
  if (at >= text.length) return 0
  const kind = kinds[text.units[at]!]!
  return kind !== 0 ? kind : kindOfUnseen(text, at)
}

function kindOfUnseen({ units }: CodeUnits, at: number): number {
  const unit = units[at]!
  if ((unit & 0xf800) !== 0xd800) return rememberKind(unit)
  // The end of the text reads as 0, which is not half of a pair.
  const point = pairedPoint(unit, units[at + 1]!)
  if (point < 0x10000) return OTHER
  return (kinds[point] || rememberKind(point)) | IS_PAIR
}

function rememberKind(point: number): number {
  const kind = kindOf(String.fromCodePoint(point))
  kinds[point] = kind
  return kind
}

function kindOf(character: string): number {
  if (character === '\r' || character === '\n') return LINE_END
  if (/\p{White_Space}/u.test(character)) return SPACE
  if (/[A-Z]/.test(character)) return UPPER
  if (/[a-z]/.test(character)) return LOWER
  if (/\p{L}/u.test(character)) return caseOf(character)
  if (/\p{M}/u.test(character)) return MARK
  return /\p{N}/u.test(character) ? NUMBER : OTHER
}

function caseOf(letter: string): number {
  if (/\p{Ll}/u.test(letter)) return LOWER
  return /[\p{Lu}\p{Lt}]/u.test(letter) ? UPPER : UNCASED
}
