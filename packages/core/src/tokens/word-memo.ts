import { hashOfWord } from './word-table.ts'

/** Cached merge results of short words that are not a token. Some of them recur often. */
export interface WordMemo {
  /** The tokens of the word with these two halves (see `WordTable`). 0 if unknown. */
  find(high: number, low: number): number
  keep(high: number, low: number, tokens: number): void
}

const ENTRY_BITS = 11

/** A cache with one entry per slot. A new entry replaces the old one. */
export function createWordMemo(): WordMemo {
  // In groups of three (the halves and the tokens), at a stride of four.
  const entries = new Int32Array(4 << ENTRY_BITS)

  return {
    find(high, low) {
      const at = placeOf(high, low)
      return entries[at] === low && entries[at + 1] === high ? entries[at + 2]! : 0
    },
    keep(high, low, tokens) {
      const at = placeOf(high, low)
      entries[at] = low
      entries[at + 1] = high
      entries[at + 2] = tokens
    },
  }
}

function placeOf(high: number, low: number): number {
  return (hashOfWord(high, low) >>> (32 - ENTRY_BITS)) << 2
}
