import { expect, it } from 'vitest'
import { fragmentsOf, shortLinesOf } from './fragments.ts'

const texts = (text: string): string[] => fragmentsOf(text).map((fragment) => fragment.text)

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
  for (const fragment of fragmentsOf(text)) expect(text.startsWith(fragment.text, fragment.start)).toBe(true)
})

it('shortLinesOf keeps a short line whole, and cuts a long one into sentences', () => {
  const text = '- Bread 2,300. In all 9,400.\n- Eggs. Six.\n\nA long line. It has more to say than an item.'
  const lines = shortLinesOf(text, 30)
  expect(lines.map((line) => line.text)).toEqual([
    '- Bread 2,300. In all 9,400.',
    '- Eggs. Six.',
    'A long line.',
    'It has more to say than an item.',
  ])
  for (const line of lines) expect(text.startsWith(line.text, line.start)).toBe(true)
})
