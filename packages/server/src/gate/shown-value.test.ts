import { expect, test } from 'vitest'
import { shownValue } from './shown-value.ts'

test('a value in an error message is short and printable', () => {
  expect(shownValue('text/plain; charset=utf-8')).toBe('text/plain; charset=utf-8')
  expect(shownValue('a\n\u2028b')).toBe('a??b')
  expect(shownValue('x'.repeat(5000))).toBe(`${'x'.repeat(100)}...`)
})
