import { expect, it } from 'vitest'
import type { Language } from '../../lexicon/languages.ts'
import { stemsOf } from './word-stems.ts'

const CASES: readonly (readonly [Language, string, string, string])[] = [
  ['en', 'on the third day', 'Day 3: clothes', '3'],
  ['nl', 'op de zesde dag', 'Dag 6: foto’s', '6'],
  ['de', 'im zweiten Schritt', 'Schritt 2: schleifen', '2'],
  ['fr', 'le quatrième jour', 'Jour 4 : les livres', '4'],
  ['es', 'cinco invitados', '5 invitados', '5'],
]

it.each(CASES)(
  'stemsOf gives a number word, an ordinal and a figure one stem (%s)',
  (language, words, figures, number) => {
    expect(stemsOf(words, language)).toContain(number)
    expect(stemsOf(figures, language)).toContain(number)
  },
)

it('stemsOf reads no number in "one" and "first", which mean much else', () => {
  expect(stemsOf('the first one that I saw', 'en')).not.toContain('1')
})
