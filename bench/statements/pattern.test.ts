import { expect, it } from 'vitest'
import { compilePattern } from './pattern.ts'

it('ignores case and bridges up to 60 characters of a line with an ellipsis', () => {
  const pattern = compilePattern('ramipril…5 mg')
  expect(pattern.test('Ramipril in the evening, 5 mg')).toBe(true)
  expect(pattern.test(`ramipril ${'x'.repeat(60)} 5 mg`)).toBe(false)
  expect(pattern.test('ramipril\n5 mg')).toBe(false)
})
