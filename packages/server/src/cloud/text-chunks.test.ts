import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunksOfText } from './text-chunks.ts'

test('a text is cut into all of its parts, none of them long', () => {
  const piece = fc.constantFrom('word ', 'a. ', '\n', 'x'.repeat(700), '数据库'.repeat(100), ' ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const chunks = chunksOfText(pieces.join(''))
      expect(chunks.join('')).toBe(pieces.join(''))
      expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(1000)
    }),
  )
})

test('between lines where there are some, else after a sentence, else between words', () => {
  const line = `${'word '.repeat(30)}end.`
  expect(chunksOfText(`${line}\n`.repeat(20)).every((chunk) => chunk.endsWith('\n'))).toBe(true)
  expect(chunksOfText(`${line} `.repeat(20)).every((chunk) => chunk.endsWith('. '))).toBe(true)
  expect(chunksOfText('word '.repeat(500)).every((chunk) => chunk.endsWith(' '))).toBe(true)
})
