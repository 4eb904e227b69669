import { createPieceReader } from './wordpiece.ts'

/** A table of word vectors, as stored in `data/static-vectors.*`. */
export interface StaticVectorTable {
  /** Components of a vector. */
  readonly dimensions: number
  /** One piece per row. Pieces that continue a word start with `##`. ASCII. */
  readonly vocabulary: readonly string[]
  /** One row of `dimensions` signed bytes per piece: its meaning, multiplied by its weight. */
  readonly bytes: Uint8Array
}

/**
 * Vectors of meaning for texts. The same text gives the same vector on every machine: sums are integers, and each
 * component is rounded once.
 */
export interface StaticVectors {
  readonly dimensions: number
  /**
   * Vector of a text: `dimensions` signed bytes, scaled so that the largest is 127. All zeros for a text without a known
   * word. Linear in the length of the text; never throws.
   */
  embed(text: string): Int8Array
  /** Cosine of two vectors, -1 to 1. Unrelated English sentences have about 0.1; 0 if one of the two is all zeros. */
  similarity(left: Int8Array, right: Int8Array): number
}

/** Characters that are read, so that no sum exceeds 32 bits: a piece adds at most 127 and takes at least one character. */
const LONGEST_TEXT = 2 ** 24

/** Prepares a table for use. Throws a `RangeError` if its parts do not match. */
export function createStaticVectors(table: StaticVectorTable): StaticVectors {
  const { dimensions, vocabulary, bytes } = table
  if (bytes.length !== dimensions * vocabulary.length || bytes.length === 0) {
    throw new RangeError(`The table has ${bytes.length} bytes for ${vocabulary.length} vectors of ${dimensions} bytes.`)
  }
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  const readPieces = createPieceReader(vocabulary)
  const sums = new Int32Array(dimensions)
  const counts = new Int32Array(vocabulary.length)

  function addRow(row: number): void {
    const start = row * dimensions
    const count = counts[row]!
    counts[row] = 0
    // The bit operation lets the compiler use integer addition.
    for (let i = 0; i < dimensions; i++) sums[i] = (sums[i]! + Math.imul(count, rows[start + i]!)) | 0
  }

  return {
    dimensions,
    embed(text) {
      sums.fill(0)
      const found: number[] = []
      readPieces(text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text, (row) => {
        if (counts[row]!++ === 0) found.push(row)
      })
      for (const row of found) addRow(row)
      return toBytes(sums)
    },
    similarity: cosine,
  }
}

function toBytes(sums: Int32Array): Int8Array {
  const bytes = new Int8Array(sums.length)
  let largest = 0
  for (let i = 0; i < sums.length; i++) largest = Math.max(largest, Math.abs(sums[i]!))
  if (largest === 0) return bytes
  const scale = 127 / largest
  for (let i = 0; i < sums.length; i++) bytes[i] = Math.round(sums[i]! * scale)
  return bytes
}

/** The sums are exact, so that the square root and the division round alike on every machine. */
function cosine(left: Int8Array, right: Int8Array): number {
  let product = 0
  let leftSquares = 0
  let rightSquares = 0
  for (let i = 0; i < left.length; i++) {
    const a = left[i]!
    const b = right[i]!
    product += a * b
    leftSquares += a * a
    rightSquares += b * b
  }
  return product === 0 ? 0 : product / Math.sqrt(leftSquares * rightSquares)
}
