import { createPieceIndex } from './vector-pieces.ts'

/** Longer words are keys, hashes and encoded data. This bounds the work for each, so that a text costs linear time. */
const LONGEST_WORD = 64
/** A part of a word in more pieces than this is no word of any language but a hash or a key, and would only be noise. */
const MOST_PIECES = 6

/** Kinds of characters. Every other character stands between words. */
const LOWER = 1
const UPPER = 2
const DIGIT = 3
/** A Latin letter that no piece has, such as ß: the word it is in is not known. */
const UNKNOWN_LETTER = 4

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 0x61 && code <= 0x7a) return LOWER
  if (code >= 0x41 && code <= 0x5a) return UPPER
  return code >= 0x30 && code <= 0x39 ? DIGIT : 0
})

/** Calls `visit` with the row of each known piece of `text`, left to right. Never throws; linear in the text. */
export type PieceReader = (text: string, visit: (row: number) => void) => void

/**
 * Reads text as the pieces of `vocabulary`: accents and case taken off, cut at everything that is not a Latin letter or
 * a digit, then the longest known piece first. `someIdentifier` is cut at its capitals, unless it is a piece as a whole.
 * Words that are not known to their end, and other scripts, give no pieces.
 */
export function createPieceReader(vocabulary: readonly string[]): PieceReader {
  const index = createPieceIndex(vocabulary)
  const word = new Uint8Array(LONGEST_WORD)
  /** Where the parts of the word begin; the last entry in use is its end. */
  const cuts = new Uint8Array(LONGEST_WORD + 2)
  const rows = new Int32Array(MOST_PIECES)

  function readPart(from: number, to: number, visit: (row: number) => void): void {
    let count = 0
    for (let at = from; at < to; ) {
      const row = index.find(word, at, to, at > from)
      if (row < 0 || count === MOST_PIECES) return
      rows[count++] = row
      at += index.lengthOf(row)
    }
    for (let i = 0; i < count; i++) visit(rows[i]!)
  }

  function readWord(length: number, partCount: number, visit: (row: number) => void): void {
    if (partCount > 1) {
      const whole = index.find(word, 0, length, false)
      if (whole >= 0 && index.lengthOf(whole) === length) {
        visit(whole)
        return
      }
    }
    cuts[partCount] = length
    for (let part = 0; part < partCount; part++) readPart(cuts[part]!, cuts[part + 1]!, visit)
  }

  return (text, visit) => {
    const plain = withoutAccents(text)
    let length = 0
    let partCount = 1
    let isKnown = true
    let kindBefore = 0
    for (let i = 0; i <= plain.length; i++) {
      const code = i < plain.length ? plain.charCodeAt(i) : 0
      const kind = code < 128 ? ASCII_KINDS[code]! : kindOf(code)
      if (kind === 0) {
        if (length > 0 && length <= LONGEST_WORD && isKnown) readWord(length, partCount, visit)
        length = 0
        partCount = 1
        isKnown = true
      } else if (length < LONGEST_WORD) {
        if (kind === UNKNOWN_LETTER) isKnown = false
        if (kind === UPPER && (kindBefore === LOWER || kindBefore === DIGIT)) cuts[partCount++] = length
        word[length++] = kind === UPPER ? code + 32 : code
      } else {
        length = LONGEST_WORD + 1
      }
      kindBefore = kind
    }
  }
}

function withoutAccents(text: string): string {
  return /[\u0080-\uffff]/.test(text) ? text.normalize('NFD').replace(/\p{Mn}+/gu, '') : text
}

function kindOf(code: number): number {
  const isLatin =
    (code >= 0xc0 && code <= 0x2af && code !== 0xd7 && code !== 0xf7) || (code >= 0x1e00 && code <= 0x1eff)
  return isLatin ? UNKNOWN_LETTER : 0
}
