import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPieceMemo } from './piece-memo.ts'

const piece = fc.uint8Array({ minLength: 1, maxLength: 40 })

test('a piece memo returns the count of a hash only for the bytes that it was kept with', () => {
  fc.assert(
    fc.property(piece, piece, fc.integer(), (first, second, hash) => {
      const memo = createPieceMemo()
      expect(memo.find(first, first.length, hash)).toBe(0)
      memo.keep(first, first.length, { hash, tokens: 3 })
      expect(memo.find(first, first.length, hash)).toBe(first.length <= 32 ? 3 : 0)
      if (Buffer.compare(first, second) !== 0) expect(memo.find(second, second.length, hash)).toBe(0)
    }),
  )
})
