import type { CodeUnits } from './code-units.ts'
import { sharedBytes, sharedInts } from './shared-array.ts'
import { appendUtf8, createByteBuffer } from './utf8.ts'

/** The rank of a string that is not a token, larger than every rank. */
export const NO_RANK = 0x7fffffff

/**
 * A vocabulary in typed arrays: the byte strings that are tokens, with their ranks. A token is found by its hash and then
 * compared byte by byte, so the result is exact. A Map of strings would take more memory, could not contain tokens that are not
 * valid UTF-8, and would need a string for every candidate.
 */
export interface RankTable {
  /** Open addressing in pairs: the hash, and the position in the pool with the length in its lowest bits (0 if free). */
  readonly slots: Int32Array
  /** Right shift of a mixed hash that gives a slot. */
  readonly shift: number
  /** The bytes of all tokens, each after its rank in three bytes, so that both are in the same cache line. */
  readonly pool: Uint8Array
  /** Rank of every token of two bytes, by `first << 8 | second`. */
  readonly pairRanks: Int32Array
  /** `powers[n]` advances the hash of a prefix by `n` bytes, from 0 to the length of the longest token. */
  readonly powers: Int32Array
}

/** Bytes with the hashes of their prefixes: `prefixes[n]` is the hash of the first `n`. */
export interface HashedBytes {
  readonly bytes: Uint8Array
  readonly prefixes: Int32Array
}

type Token = string | readonly number[]

const HASH_FACTOR = 0x01000193
const SLOT_FACTOR = 0x9e3779b1 | 0

const RANK_BYTES = 3
/** Layout of a position: 255 bytes exceed every token, and 8 MB exceed every pool. */
const LENGTH_BITS = 8
const LENGTH_MASK = (1 << LENGTH_BITS) - 1
const MAX_POOL_BYTES = 1 << (31 - LENGTH_BITS)

/** The hash of a byte string after one more byte. It is a polynomial, so the hash of a substring follows from two prefixes. */
export function extendHash(hash: number, byte: number): number {
  return (Math.imul(hash, HASH_FACTOR) + byte + 1) | 0
}

/**
 * Creates the table of a vocabulary whose ranks are the indexes in `tokens`. A token that is not valid UTF-8 is given as bytes.
 * @throws {RangeError} for a token of more than 255 bytes, or more than 8 MB in total.
 */
export function buildRankTable(tokens: readonly Token[]): RankTable {
  const { pool, places } = poolOf(tokens)
  const bits = Math.ceil(Math.log2(tokens.length * 2))
  const slots = sharedInts(2 << bits)
  const shift = 32 - bits
  const pairRanks = sharedInts(0x10000).fill(NO_RANK)
  let longest = 0
  for (let rank = 0; rank < tokens.length; rank++) {
    const place = places[rank]!
    const start = place >> LENGTH_BITS
    const end = start + (place & LENGTH_MASK)
    let hash = 0
    for (let at = start; at < end; at++) hash = extendHash(hash, pool[at]!)
    let slot = (Math.imul(hash, SLOT_FACTOR) >>> shift) << 1
    while (slots[slot + 1] !== 0) slot = (slot + 2) & (slots.length - 1)
    slots[slot] = hash
    slots[slot + 1] = place
    if (end - start === 2) pairRanks[(pool[start]! << 8) | pool[start + 1]!] = rank
    if (end - start > longest) longest = end - start
  }
  return { slots, shift, pool, pairRanks, powers: powersUpTo(longest) }
}

/** The rank of bytes[start, end), or `NO_RANK`. */
export function rankOfRange(table: RankTable, hashed: HashedBytes, start: number, end: number): number {
  const length = end - start
  if (length >= table.powers.length) return NO_RANK
  const { prefixes } = hashed
  const hash = (prefixes[end]! - Math.imul(prefixes[start]!, table.powers[length]!)) | 0
  return findRank(table, hashed.bytes, start, length, hash)
}

/**
 * True if text[start, end) is an ASCII token. Also false if it is not ASCII. Most pieces are such tokens, and this finds them
 * without copying their bytes.
 */
export function isAsciiToken(table: RankTable, { units }: CodeUnits, start: number, end: number): boolean {
  const length = end - start
  if (length >= table.powers.length) return false
  let hash = 0
  for (let at = start; at < end; at++) {
    const unit = units[at]!
    if (unit >= 0x80) return false
    hash = extendHash(hash, unit)
  }
  const { slots } = table
  let slot = (Math.imul(hash, SLOT_FACTOR) >>> table.shift) << 1
  for (;;) {
    const place = slots[slot + 1]!
    if (place === 0) return false
    if (slots[slot] === hash && isToken(table.pool, place, units, start, length)) return true
    slot = (slot + 2) & (slots.length - 1)
  }
}

/** The tokens of two bytes. */
export function tokensOfPair({ pairRanks }: RankTable, first: number, second: number): number {
  return pairRanks[(first << 8) | second] === NO_RANK ? 2 : 1
}

// Flat parameters here and above, because these functions run several times per byte: an object would cost more.
function findRank(table: RankTable, bytes: Uint8Array, start: number, length: number, hash: number): number {
  const { slots } = table
  const wrap = slots.length - 1
  let slot = (Math.imul(hash, SLOT_FACTOR) >>> table.shift) << 1
  for (;;) {
    const place = slots[slot + 1]!
    if (place === 0) return NO_RANK
    if (slots[slot] === hash && isToken(table.pool, place, bytes, start, length)) return rankAt(table.pool, place)
    slot = (slot + 2) & wrap
  }
}

/** Compares all bytes: differences are rare, and an early exit would be a branch that the processor cannot predict. */
function isToken(
  pool: Uint8Array,
  place: number,
  text: Uint8Array | Uint16Array,
  start: number,
  length: number,
): boolean {
  if ((place & LENGTH_MASK) !== length) return false
  const offset = place >> LENGTH_BITS
  let difference = 0
  for (let at = 0; at < length; at++) difference |= pool[offset + at]! ^ text[start + at]!
  return difference === 0
}

function rankAt(pool: Uint8Array, place: number): number {
  const offset = place >> LENGTH_BITS
  return (pool[offset - 3]! << 16) | (pool[offset - 2]! << 8) | pool[offset - 1]!
}

function poolOf(tokens: readonly Token[]): { pool: Uint8Array; places: Int32Array } {
  let units = 0
  for (const token of tokens) units += RANK_BYTES + token.length
  const buffer = createByteBuffer(units)
  const places = new Int32Array(tokens.length)
  for (let rank = 0; rank < tokens.length; rank++) {
    const token = tokens[rank]!
    for (let shift = 16; shift >= 0; shift -= 8) buffer.bytes[buffer.length++] = (rank >> shift) & 0xff
    const start = buffer.length
    if (typeof token === 'string') appendUtf8(buffer, token, 0, token.length)
    else for (const byte of token) buffer.bytes[buffer.length++] = byte
    const length = buffer.length - start
    if (length > LENGTH_MASK || buffer.length > MAX_POOL_BYTES) throw new RangeError('The vocabulary is too large.')
    places[rank] = (start << LENGTH_BITS) | length
  }
  return { pool: sharedBytes(buffer.bytes.subarray(0, buffer.length)), places }
}

function powersUpTo(longest: number): Int32Array {
  const powers = new Int32Array(longest + 1)
  powers[0] = 1
  for (let length = 1; length <= longest; length++) powers[length] = Math.imul(powers[length - 1]!, HASH_FACTOR)
  return powers
}
