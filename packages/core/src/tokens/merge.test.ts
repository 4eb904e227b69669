import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeLong } from './merge-long.ts'
import { mergeShort, SHORT_PIECE } from './merge-short.ts'
import { buildRankTable, extendHash, type HashedBytes } from './rank-table.ts'

/** All single bytes, then tokens of letters in an order that makes merges compete. Some of them never occur. */
const PAIRS = ['ab', 'bc', 'ca', 'aa', 'bb', 'cab', 'aaaa', 'abc', 'bca', 'aabb', 'bbb', 'abab', 'caca', 'ababab', 'cc']
const TOKENS = [...Array.from({ length: 256 }, (_, byte) => [byte]), ...PAIRS]
const TABLE = buildRankTable(TOKENS)

function hashedBytes(text: string): HashedBytes {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const prefixes = new Int32Array(bytes.length + 1)
  for (let at = 0; at < bytes.length; at++) prefixes[at + 1] = extendHash(prefixes[at]!, bytes[at]!)
  return { bytes, prefixes }
}

/** The definition of the merge, by strings: the leftmost pair of the lowest rank is merged, as long as there is one. */
function plainMerge(text: string): number {
  const parts = [...text]
  for (;;) {
    let lowest = PAIRS.length
    let left = -1
    for (let at = 0; at + 1 < parts.length; at++) {
      const rank = PAIRS.indexOf(parts[at]! + parts[at + 1]!)
      if (rank !== -1 && rank < lowest) {
        lowest = rank
        left = at
      }
    }
    if (left === -1) return parts.length
    parts.splice(left, 2, parts[left]! + parts[left + 1]!)
  }
}

const letters = fc.constantFrom('a', 'b', 'c')

describe('merging', () => {
  it('of short pieces follows the definition', () => {
    const texts = fc.string({ unit: letters, minLength: 1, maxLength: SHORT_PIECE })
    fc.assert(
      fc.property(texts, (text) => {
        expect(mergeShort(TABLE, hashedBytes(text), text.length)).toBe(plainMerge(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('of long pieces follows the definition', () => {
    const texts = fc.string({ unit: letters, minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(texts, (text) => {
        expect(mergeLong(TABLE, hashedBytes(text), text.length)).toBe(plainMerge(text))
      }),
      { numRuns: 500 },
    )
  })

  it('of a run of thousands follows the definition', () => {
    for (const text of ['a'.repeat(3001), 'ab'.repeat(1500), 'abc'.repeat(1000), 'aab'.repeat(1000)]) {
      expect(mergeLong(TABLE, hashedBytes(text), text.length)).toBe(plainMerge(text))
    }
  })
})
