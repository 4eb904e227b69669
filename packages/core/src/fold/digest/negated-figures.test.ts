import { expect, test } from 'vitest'
import type { Language } from '../../lexicon/languages.ts'
import { negatedFigures } from './negated-figures.ts'

test.each<readonly [Language, string]>([
  ['en', 'It is 172, not 180.'],
  ['en', 'We take 172 instead of the 180.'],
  ['en', 'That replaces the earlier £180.'],
  ['de', 'Die alten 180 gelten nicht.'],
  ['fr', 'Donc 172, à la place des 180.'],
  ['de', '172 statt 180.'],
  ['tr', '180 yerine 172.'],
  ['ja', '180ではなく172です。'],
  ['ko', '180이 아니라 172입니다.'],
  ['hi', '180 नहीं, 172 है।'],
  ['tr', '180 değil, 172.'],
])('%s: the negated figure of "%s" is 180', (language, text) => {
  expect(negatedFigures(text, language)).toEqual(['180'])
})

test('a negated figure may have a single digit with decimals', () => {
  expect(negatedFigures('It is 2.25, not 2.5.', 'en')).toEqual(['2.5'])
  expect(negatedFigures('2.5 değil, 2.25.', 'tr')).toEqual(['2.5'])
  expect(negatedFigures('Not 2, three.', 'en')).toEqual([])
})
