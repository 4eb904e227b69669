import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildWordTable,
  extendHigh,
  extendLow,
  isWordToken,
  LEAD_NUMBERS,
  LONGEST_WORD,
  withCase,
} from './word-table.ts'

/** Encodes a word like the counter. */
function has(table: ReturnType<typeof buildWordTable>, word: string): boolean {
  let low = LEAD_NUMBERS[word.charCodeAt(0)]!
  let high = 0
  const start = low === 0 ? 0 : 1
  for (let at = start; at < word.length; at++) {
    high = extendHigh(high, low)
    low = extendLow(low, word.charCodeAt(at))
  }
  return isWordToken(table, withCase(high, word.charCodeAt(start)), low)
}

// Few different letters, so that words are similar.
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'p', 'z'), maxLength: LONGEST_WORD - 2 })
const word = fc
  .tuple(fc.constantFrom('', ' ', '_', '.', '/', '('), fc.constantFrom('a', 'A', 'o', 'O', 'z', 'Z'), letters)
  .map((parts) => parts.join(''))

test('a word is found if and only if it was added', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.array(word, { maxLength: 60 }), (put, asked) => {
      const table = buildWordTable(put)
      for (const each of [...put, ...asked]) expect(has(table, each)).toBe(put.includes(each))
    }),
  )
})

test('the table contains no word that is too long or not plain', () => {
  const table = buildWordTable(['two words', 'isn', "n't", '12', 'API', ' a', [0xff, 0xfe], 'abcdefghijklm', 'é'])
  expect(['isn', ' a'].map((known) => has(table, known))).toEqual([true, true])
  expect(table.slots.filter((half) => half !== 0)).toHaveLength(2)
})
