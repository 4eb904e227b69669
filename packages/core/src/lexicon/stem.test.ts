import { expect, it } from 'vitest'
import type { Language } from './languages.ts'
import { stem } from './stem.ts'

it.each<readonly [Language, string, string]>([
  ['en', 'meetings', 'Meeting'],
  ['de', 'Häuser', 'Hauses'],
  ['fr', 'réunions', 'reunion'],
  ['es', 'reuniones', 'reunión'],
  ['pt', 'pedidos', 'pedido'],
  ['it', 'riunioni', 'riunione'],
  ['nl', 'vergaderingen', 'vergadering'],
  ['sv', 'bilarna', 'bilar'],
  ['ru', 'встречи', 'встреча'],
  ['tr', 'kitaplar', 'kitap'],
])('%s: "%s" and "%s" have one stem', (language, left, right) => {
  expect(stem(left, language)).toBe(stem(right, language))
})

it('stem keeps words of languages without a stemmer, figures and identifiers', () => {
  expect(stem('spotkania', 'pl')).toBe('spotkania')
  expect(stem('4.5mg', 'en')).toBe('4.5mg')
  expect(stem('会议', 'zh')).toBe('会议')
})
