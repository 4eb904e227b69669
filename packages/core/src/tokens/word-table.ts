import { sharedInts } from './shared-array.ts'

/**
 * The plain words that are tokens: an optional leading character, a letter of either case, and lower case, all ASCII. A
 * word of at most `LONGEST_WORD` characters is encoded as a number, five bits per character, and usually found with one
 * memory access. Most of a text consists of such words.
 */
export interface WordTable {
  /** Open addressing in pairs: the lower and the upper half of a word, 0 if free. */
  readonly slots: Int32Array
  /** Right shift of a mixed hash that gives a slot. */
  readonly shift: number
}

/** Characters of the longest word that fits a number, including its leading character: 60 bits, and one for the case. */
export const LONGEST_WORD = 12

/** Leading characters that may belong to a token, as many as five bits can encode besides the letters. */
const LEADS = ' _./('
/** The lower half of a word that consists of a leading character, by its ASCII code. 0 for others. */
export const LEAD_NUMBERS = leadNumbers()

const BITS = 5
const LETTER_MASK = (1 << BITS) - 1
/** The bit that distinguishes the case of letters. */
const LOWER_CASE_BIT = 0x20
const CASE_AT = 31 - BITS

const LOW_FACTOR = 0x9e3779b1 | 0
const HIGH_FACTOR = 0x85ebca6b | 0

const PLAIN_WORD = /^[ _./(]?[A-Za-z][a-z]*$/

/** The upper half of a word after one more letter. Must be computed before the lower half. */
export function extendHigh(high: number, low: number): number {
  return (high << BITS) | (low >>> (32 - BITS))
}

/** The lower half after one more letter, of either case. */
export function extendLow(low: number, letter: number): number {
  return (low << BITS) | (letter & LETTER_MASK)
}

/** The upper half of the complete word, whose first letter is `first`. */
export function withCase(high: number, first: number): number {
  return high | ((~first & LOWER_CASE_BIT) << CASE_AT)
}

/** True if a word of at most `LONGEST_WORD` characters is a token. */
export function isWordToken({ slots, shift }: WordTable, high: number, low: number): boolean {
  const wrap = slots.length - 1
  for (let slot = slotOf(high, low, shift); ; slot = (slot + 2) & wrap) {
    const known = slots[slot]!
    if (known === low && slots[slot + 1] === high) return true
    // The last character is never 0.
    if (known === 0) return false
  }
}

/** The table of the plain words among `tokens`. */
export function buildWordTable(tokens: readonly (string | readonly number[])[]): WordTable {
  const words = tokens.filter(isPlainWord)
  const bits = Math.ceil(Math.log2(words.length * 2 + 2))
  const slots = sharedInts(2 << bits)
  const shift = 32 - bits
  for (const word of words) {
    let high = 0
    let low = LEAD_NUMBERS[word.charCodeAt(0)]!
    const start = low === 0 ? 0 : 1
    for (let at = start; at < word.length; at++) {
      high = extendHigh(high, low)
      low = extendLow(low, word.charCodeAt(at))
    }
    high = withCase(high, word.charCodeAt(start))
    let slot = slotOf(high, low, shift)
    while (slots[slot] !== 0) slot = (slot + 2) & (slots.length - 1)
    slots[slot] = low
    slots[slot + 1] = high
  }
  return { slots, shift }
}

function isPlainWord(token: string | readonly number[]): token is string {
  return typeof token === 'string' && token.length <= LONGEST_WORD && PLAIN_WORD.test(token)
}

function leadNumbers(): Uint8Array {
  const numbers = new Uint8Array(0x80)
  // Codes after those of the 26 letters.
  for (const [at, lead] of [...LEADS].entries()) numbers[lead.charCodeAt(0)] = 27 + at
  return numbers
}

/** A hash of a word. Its upper bits are mixed best. */
export function hashOfWord(high: number, low: number): number {
  return Math.imul(Math.imul(low, LOW_FACTOR) ^ Math.imul(high, HIGH_FACTOR), LOW_FACTOR)
}

function slotOf(high: number, low: number, shift: number): number {
  return (hashOfWord(high, low) >>> shift) << 1
}
