import { expect, test } from 'vitest'
import { cutAtSpace } from './left-out.ts'

test.each([
  ['the order total 1500', 17, 'the order total …'],
  ['the order total 1500', 20, 'the order total 1500'],
  ['see https://example.org/a/long/path', 20, 'see https://example.…'],
  ['😀'.repeat(10), 5, '😀😀…'],
])('cutAtSpace shortens "%s" to %i characters: "%s"', (text, length, expected) => {
  expect(cutAtSpace(text, length)).toBe(expected)
})
