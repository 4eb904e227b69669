import { formAt, perWord } from '../lexicon/word-form.ts'
import { createPieceIndex } from './vector-pieces.ts'

/** Longest word that is read. Longer ones are keys, hashes and encoded data. The limit makes the time linear in the text. */
const LONGEST_WORD = 64
/** Largest number of pieces of a part of a word. More indicate a hash or a key, which would only be noise. */
const MAX_PIECES = 6

/** Kinds of characters. Every other character separates words. */
const LOWER = 1
const UPPER = 2
const DIGIT = 3
/** A Latin letter without a piece, such as ß: its word is unknown. */
const UNKNOWN_LETTER = 4

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 0x61 && code <= 0x7a) return LOWER
  if (code >= 0x41 && code <= 0x5a) return UPPER
  return code >= 0x30 && code <= 0x39 ? DIGIT : 0
})

/** Calls `visit` with the row of each known piece of `text`, left to right. Never throws; linear in the text. */
export type PieceReader = (text: string, visit: (row: number) => void) => void

/**
 * Splits text into the pieces of `vocabulary`: without accents and case, at everything except Latin letters and digits, then
 * the longest known piece first. `someIdentifier` is split at its capitals, unless the whole is a piece. Words that are not
 * known to their end, and other scripts, have no pieces.
 */
export function createPieceReader(vocabulary: readonly string[]): PieceReader {
  const index = createPieceIndex(vocabulary)
  const word = new Uint8Array(LONGEST_WORD)

  function rowsOfPart(from: number, to: number): number[] {
    const rows: number[] = []
    for (let at = from; at < to; ) {
      const row = index.find(word, at, to, at > from)
      if (row < 0 || rows.length === MAX_PIECES) return []
      rows.push(row)
      at += index.lengthOf(row)
    }
    return rows
  }

  const rowsOf = perWord(({ text }): readonly number[] => {
    /** Start positions of the parts of the word. */
    const cuts = [0]
    for (let at = 0; at < text.length; at++) {
      const kind = kindOf(text.charCodeAt(at))
      if (kind === UNKNOWN_LETTER) return []
      const before = at > 0 ? kindOf(text.charCodeAt(at - 1)) : UPPER
      if (kind === UPPER && before !== UPPER) cuts.push(at)
      word[at] = text.charCodeAt(at) + (kind === UPPER ? 32 : 0)
    }
    const whole = cuts.length > 1 ? index.find(word, 0, text.length, false) : -1
    if (whole >= 0 && index.lengthOf(whole) === text.length) return [whole]
    return cuts.flatMap((from, part) => rowsOfPart(from, cuts[part + 1] ?? text.length))
  })

  return (text, visit) => {
    const plain = withoutAccents(text)
    let start = 0
    for (let at = 0; at <= plain.length; at++) {
      if (at < plain.length && kindOf(plain.charCodeAt(at)) !== 0) continue
      if (at > start && at - start <= LONGEST_WORD) for (const row of rowsOf(formAt(plain, start, at))) visit(row)
      start = at + 1
    }
  }
}

function withoutAccents(text: string): string {
  return /[\u0080-\uffff]/.test(text) ? text.normalize('NFD').replace(/\p{Mn}+/gu, '') : text
}

function kindOf(code: number): number {
  if (code < 128) return ASCII_KINDS[code]!
  const isLatin =
    (code >= 0xc0 && code <= 0x2af && code !== 0xd7 && code !== 0xf7) || (code >= 0x1e00 && code <= 0x1eff)
  return isLatin ? UNKNOWN_LETTER : 0
}
