import { mergeLong } from './merge-long.ts'
import { mergeShort, SHORT_PIECE } from './merge-short.ts'
import { extendHash, type HashedBytes, NO_RANK, type RankTable, rankOfAll } from './rank-table.ts'
import type { EndOfPiece } from './split-piece.ts'
import { BYTES_PER_UNIT, type ByteBuffer, writeUtf8 } from './utf8.ts'

/**
 * A piece of more bytes than this is counted in slabs of it, so that memory stays bounded (about 40 bytes a byte).
 * A border of slabs can put the count off by a token or two; no text that anybody wrote has such a piece.
 */
const SLAB_BYTES = 2 ** 20

/** Bytes of the buffer that every piece of ordinary text fits. */
const BUFFER_BYTES = 4096

/** A function that counts the tokens of a text, by an encoding's table and splitting rule. Linear in the text. */
export function createCounter(table: RankTable, endOfPiece: EndOfPiece): (text: string) => number {
  const buffer: ByteBuffer = { bytes: new Uint8Array(BUFFER_BYTES), length: 0 }
  const prefixes = new Int32Array(BUFFER_BYTES + 1)

  return function count(text: string): number {
    let tokens = 0
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = endOfPiece(text, start)
      if ((end - start) * BYTES_PER_UNIT + 4 <= BUFFER_BYTES) {
        writeUtf8(buffer, text, { start, end })
        tokens += countPiece(table, buffer, prefixes)
      } else {
        tokens += countInSlabs(table, text, { start, end })
      }
    }
    return tokens
  }
}

function countInSlabs(table: RankTable, text: string, piece: { readonly start: number; readonly end: number }): number {
  const { end } = piece
  const size = Math.min(SLAB_BYTES, (end - piece.start) * BYTES_PER_UNIT) + 4
  const slab: ByteBuffer = { bytes: new Uint8Array(size), length: 0 }
  const prefixes = new Int32Array(size + 1)
  let tokens = 0
  for (let start = piece.start; start < end; ) {
    start = writeUtf8(slab, text, { start, end })
    tokens += countPiece(table, slab, prefixes)
  }
  return tokens
}

/** The tokens of the buffer's bytes: one where they are a token, else what they merge to. */
function countPiece(table: RankTable, buffer: ByteBuffer, prefixes: Int32Array): number {
  const { bytes, length } = buffer
  let hash = 0
  for (let at = 0; at < length; at++) {
    hash = extendHash(hash, bytes[at]!)
    prefixes[at + 1] = hash
  }
  if (rankOfAll(table, bytes, length, hash) !== NO_RANK) return 1
  const hashed: HashedBytes = { bytes, prefixes }
  return length <= SHORT_PIECE ? mergeShort(table, hashed, length) : mergeLong(table, hashed, length)
}
