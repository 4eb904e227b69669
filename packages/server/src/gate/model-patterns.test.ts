import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesAny } from './model-patterns.ts'

test.each([
  ['gpt-5', 'gpt-5', true],
  ['gpt-5', 'gpt-5-mini', false],
  ['gpt-5*', 'gpt-5-mini', true],
  ['gpt-5*', 'GPT-5', false],
  ['*', '', true],
  ['*-mini', 'gpt-5-mini', true],
  ['claude-*-5', 'claude-5', false],
  ['claude-*-5', 'claude-opus-5', true],
  ['a*a', 'a', false],
  ['a*b*c', 'aXbYc', true],
  ['a*b*c', 'acb', false],
  ['a*bb*b', 'abbb', true],
  ['a*bb*b', 'abb', false],
  ['g.t-5', 'gpt-5', false],
])('%s matches %s: %s', (pattern, model, expected) => {
  expect(matchesAny([pattern], model)).toBe(expected)
})

test('a pattern matches what the equivalent regular expression matches', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
  fc.assert(
    fc.property(text, word, (pattern, model) => {
      const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(model)
      expect(matchesAny([pattern], model)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

test('a long name is matched against many stars in linear time', () => {
  expect(matchesAny([], 'gpt-5')).toBe(false)
  const from = performance.now()
  expect(matchesAny(['*a'.repeat(60)], `${'a'.repeat(50)}b`)).toBe(false)
  expect(performance.now() - from).toBeLessThan(1000)
})
