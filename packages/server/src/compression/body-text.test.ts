import { expect, test } from 'vitest'
import { textOfBody } from './body-text.ts'

test('a body decodes to the same text in one piece and in several, even when a character is cut', () => {
  for (const character of ['a', 'é', '€', '😀']) {
    for (let before = 0; before < 4; before++) {
      const text = 'x'.repeat(before) + character.repeat(1_900_000 / Buffer.byteLength(character))
      expect(textOfBody(Buffer.from(text)) === text).toBe(true)
    }
  }
  expect(textOfBody(Buffer.from('short é'))).toBe('short é')
  expect(textOfBody(Buffer.alloc(0))).toBe('')
})

test('a long text is not kept outside the heap', () => {
  const body = Buffer.alloc(4_000_000, 'a')
  const before = process.memoryUsage().external
  const text = textOfBody(body)
  expect(process.memoryUsage().external - before).toBeLessThan(1_000_000)
  expect(text.length).toBe(body.length)
})

test('a part of a body is that part of its text', () => {
  const bytes = Buffer.from(`é${'€'.repeat(700_000)}z`)
  const text = textOfBody(bytes)
  expect(textOfBody(bytes, 2) === text.slice(1)).toBe(true)
  expect(textOfBody(bytes, 2, bytes.length - 1) === text.slice(1, -1)).toBe(true)
  expect(textOfBody(bytes, 2, 5)).toBe('€')
})
