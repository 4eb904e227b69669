import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWordMemo } from './word-memo.ts'

test('a word memo returns the last count of a word, or nothing, and never the count of another word', () => {
  const half = fc.integer({ min: 1, max: 5000 })
  const entry = fc.record({ high: half, low: half, tokens: fc.integer({ min: 1, max: 12 }) })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 3000 }), (entries) => {
      const memo = createWordMemo()
      const last = new Map<string, number>()
      for (const { high, low, tokens } of entries) {
        memo.keep(high, low, tokens)
        expect(memo.find(high, low)).toBe(tokens)
        last.set(`${high} ${low}`, tokens)
      }
      for (const { high, low } of entries) expect([0, last.get(`${high} ${low}`)]).toContain(memo.find(high, low))
    }),
    { numRuns: 20 },
  )
})
