import { expect, test } from 'vitest'
import { containsWhole, placeOfWhole } from './contains-whole.ts'

test.each([
  ['15 eggs', '5 eggs', false],
  ['15 eggs, 5 eggs', '5 eggs', true],
  ['not before May', 'no', false],
  ['Так, не Нину', 'Нин', false],
  ['no, not before May', 'no', true],
  ['काम', 'का', false],
  ['का काम', 'का', true],
  ['1.5 eggs', '5 eggs', false],
  ['3 eggs, 1,5 l', '3 eggs, 1', false],
  ['I took 5.', 'I took 5', true],
  ['我每天五点起床', '五点', true],
  ['a'.repeat(100_000), 'a'.repeat(500), false],
])('%s contains %s as a whole: %s', (text, part, isWhole) => {
  expect(containsWhole(text, part)).toBe(isWhole)
})

test('the first occurrence at word borders is found', () => {
  expect(placeOfWhole('15 eggs, 5 eggs', '5 eggs')).toBe(9)
})
