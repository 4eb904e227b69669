import { expect, it } from 'vitest'
import type { Language } from '../lexicon/languages.ts'
import { fragmentsOf, shortLinesOf } from './fragments.ts'

const texts = (text: string, language: Language = 'en'): string[] =>
  fragmentsOf(text, language).map((fragment) => fragment.text)

it('fragmentsOf keeps the sign of a list item with its text', () => {
  expect(texts('Three options:\n1. 18,000 euros\n2) 5 May. It is late.\n- third')).toEqual([
    'Three options:',
    '1. 18,000 euros',
    '2) 5 May.',
    'It is late.',
    '- third',
  ])
})

it.each(['Die Frist ist der 5. Mai.', 'Bis zum 17. Juni bleibt es dabei.'])(
  'fragmentsOf does not cut a date at its ordinal: %s',
  (text) => {
    expect(texts(text)).toEqual([text])
  },
)

it('fragmentsOf returns the position of each fragment', () => {
  const text = 'First one.  Second one!\n\n- third'
  for (const fragment of fragmentsOf(text, 'en')) expect(text.startsWith(fragment.text, fragment.start)).toBe(true)
})

it('shortLinesOf keeps a short line whole, and cuts a long one into sentences', () => {
  const text = '- Bread 2,300. In all 9,400.\n- Eggs. Six.\n\nA long line. It has more to say than an item.'
  const lines = shortLinesOf(text, 30, 'en')
  expect(lines.map((line) => line.text)).toEqual([
    '- Bread 2,300. In all 9,400.',
    '- Eggs. Six.',
    'A long line.',
    'It has more to say than an item.',
  ])
  for (const line of lines) expect(text.startsWith(line.text, line.start)).toBe(true)
})

it.each([
  ['pl', 'Ona np. twierdzi, że list z rozdz. 8 napisał ktoś inny.'],
  ['de', 'Kap. 4 gilt lt. Vertrag bzgl. der Miete nicht.'],
  ['ru', 'Нужно 12 чел. на корп. 3.'],
  ['sv', 'Vi tar t.ex. tåget fr.o.m. mån. kl. 8.'],
] as const)('fragmentsOf does not end a sentence at an abbreviation of its language: %s', (language, text) => {
  expect(texts(text, language)).toEqual([text])
})

it.each([
  ['pl', 'Mamy 5 kg. Potem reszta.'],
  ['ru', 'Придут 12 чел. Потом решим.'],
  ['en', 'Add 3 tbsp. Then stir.'],
] as const)('fragmentsOf ends a sentence at an abbreviated unit before a capital: %s', (language, text) => {
  expect(texts(text, language)).toHaveLength(2)
})
