import { hashOfWord } from './word-table.ts'

/** Merge results of short words that are no token, since some recur often. */
export interface WordMemo {
  /** The tokens of the word of these two halves (see `WordTable`); 0 when they are not known. */
  find(high: number, low: number): number
  keep(high: number, low: number, tokens: number): void
}

const ENTRY_BITS = 11

/** A memo with one place for each slot, where what is new takes the place of what was there. */
export function createWordMemo(): WordMemo {
  // In threes: the halves and the tokens, at a stride of four.
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
