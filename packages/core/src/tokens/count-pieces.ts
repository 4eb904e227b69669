import { readCodeUnits } from './code-units.ts'
import { mergeLong } from './merge-long.ts'
import { mergeShort, SHORT_PIECE } from './merge-short.ts'
import { createPieceMemo, type PieceMemo } from './piece-memo.ts'
import {
  extendHash,
  type HashedBytes,
  isAsciiToken,
  NO_RANK,
  type RankTable,
  rankOfRange,
  tokensOfPair,
} from './rank-table.ts'
import { lengthOfSimplePiece } from './simple-piece.ts'
import type { EndOfPiece } from './split-piece.ts'
import { appendUtf8, type ByteBuffer, createByteBuffer } from './utf8.ts'
import { createWordMemo } from './word-memo.ts'
import {
  extendHigh,
  extendLow,
  isWordToken,
  LEAD_NUMBERS,
  LONGEST_WORD,
  type WordTable,
  withCase,
} from './word-table.ts'

/**
 * Longer pieces are counted in slabs of this many code units, which bounds the memory (about 30 bytes per byte). A border
 * between slabs may change the count by a token or two. No written text has such a piece.
 */
const SLAB_UNITS = 2 ** 20

/** Code units that suffice for every piece of ordinary text. */
const ORDINARY_UNITS = 1024

const BLANK = 0x20
const APOSTROPHE = 0x27

/** An encoding's vocabulary, with a separate table of its plain words. */
export interface Vocabulary {
  readonly table: RankTable
  readonly words: WordTable
}

/**
 * Returns a function that counts the tokens of a text by an encoding's vocabulary and splitting rule. It is linear in the text.
 * Most pieces are plain words, which all rules split alike: an optional blank or symbol, a letter, lower case, and a character
 * that ends it. They are split and read as numbers in one pass. Most other pieces are simple. Every byte is a token, and so is
 * every number of up to three digits.
 */
export function createCounter({ table, words }: Vocabulary, endOfPiece: EndOfPiece): (text: string) => number {
  const ordinary = createWorkspace(ORDINARY_UNITS, createPieceMemo())
  const learned = createWordMemo()

  /** The tokens of a short word that is not a token itself. */
  function mergedWord(
    text: string,
    { start, end, high, low }: { start: number; end: number; high: number; low: number },
  ): number {
    const known = learned.find(high, low)
    if (known > 0) return known
    const merged = countPiece(table, ordinary, text, start, end)
    learned.keep(high, low, merged)
    return merged
  }

  return function count(text: string): number {
    const read = readCodeUnits(text)
    const { units } = read
    let tokens = 0
    for (let start = 0, end = 0; start < text.length; start = end) {
      const lead = units[start]!
      let high = 0
      let low = lead < 0x80 ? LEAD_NUMBERS[lead]! : 0
      end = low === 0 ? start : start + 1
      const first = units[end]!
      if (isAsciiLetter(first)) {
        let unit = first
        do {
          high = extendHigh(high, low)
          low = extendLow(low, unit)
          unit = units[++end]!
        } while (isLowerCase(unit))
        if (end - start <= LONGEST_WORD && endsWord(unit)) {
          high = withCase(high, first)
          tokens += isWordToken(words, high, low) ? 1 : mergedWord(text, { start, end, high, low })
          continue
        }
      } else {
        const length = lengthOfSimplePiece(units, start)
        if (length > 0) {
          end = start + length
          tokens += length === 2 && lead === BLANK ? tokensOfPair(table, BLANK, units[start + 1]!) : 1
          continue
        }
      }
      end = endOfPiece(read, start)
      if (isAsciiToken(table, read, start, end)) tokens++
      else if (end - start <= ORDINARY_UNITS) tokens += countPiece(table, ordinary, text, start, end)
      else tokens += countInSlabs(table, ordinary.memo, { text, start, end })
    }
    return tokens
  }
}

function isLowerCase(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a
}

function isAsciiLetter(unit: number): boolean {
  return isLowerCase(unit | 0x20)
}

/** True if an ASCII word ends before this character by every rule. The end of a text reads as 0. */
function endsWord(unit: number): boolean {
  return unit < 0x80 && unit !== APOSTROPHE && !isAsciiLetter(unit)
}

/** Buffers in which a piece is split. */
interface Workspace extends ByteBuffer, HashedBytes {
  readonly memo: PieceMemo
}

function createWorkspace(units: number, memo: PieceMemo): Workspace {
  const buffer = createByteBuffer(units)
  return { ...buffer, prefixes: new Int32Array(buffer.bytes.length + 1), memo }
}

function countInSlabs(
  table: RankTable,
  memo: PieceMemo,
  { text, start, end }: { text: string; start: number; end: number },
): number {
  const slab = createWorkspace(Math.min(end - start, SLAB_UNITS), memo)
  let tokens = 0
  for (let at = start; at < end; at += SLAB_UNITS) {
    tokens += countPiece(table, slab, text, at, Math.min(at + SLAB_UNITS, end))
  }
  return tokens
}

/** The tokens of the piece text[start, end): one if it is a token, otherwise the result of its merges. */
function countPiece(table: RankTable, workspace: Workspace, text: string, start: number, end: number): number {
  workspace.length = 0
  appendUtf8(workspace, text, start, end)
  const { bytes, prefixes, length, memo } = workspace
  let hash = 0
  for (let at = 0; at < length; at++) {
    hash = extendHash(hash, bytes[at]!)
    prefixes[at + 1] = hash
  }
  if (length > SHORT_PIECE) return mergeWhole(table, workspace, mergeLong)
  const known = memo.find(bytes, length, hash)
  if (known > 0) return known
  const tokens = mergeWhole(table, workspace, mergeShort)
  memo.keep(bytes, length, { hash, tokens })
  return tokens
}

function mergeWhole(table: RankTable, workspace: Workspace, merge: typeof mergeShort): number {
  const { length } = workspace
  return rankOfRange(table, workspace, 0, length) === NO_RANK ? merge(table, workspace, length) : 1
}
