import { expect, test } from 'vitest'
import { createLastRead } from './last-read.ts'

test('a last-read cache returns the result of the same text, and nothing for another', () => {
  const last = createLastRead<number>()
  last.set('one', 1)
  expect(last.get('one')).toBe(1)
  expect(last.get('One')).toBeUndefined()
})

test('a last-read cache serves alternating senders, and evicts the oldest entry', () => {
  const last = createLastRead<number>()
  for (let sender = 0; sender < 4; sender++) last.set(`text ${sender}`, sender)
  expect([0, 1, 2, 3].map((sender) => last.get(`text ${sender}`))).toEqual([0, 1, 2, 3])
  last.set('text 4', 4)
  expect([0, 1, 2, 3, 4].map((sender) => last.get(`text ${sender}`))).toEqual([undefined, 1, 2, 3, 4])
})

test('a last-read cache stores no text of some hundred thousand characters', () => {
  const last = createLastRead<number>()
  const long = 'x'.repeat(300_000)
  last.set(long, 1)
  expect(last.get(long)).toBeUndefined()
})

test('caches texts of half a million characters in total, the newest first', () => {
  const last = createLastRead<number>()
  const texts = [...'abc'].map((sign) => sign.repeat(200_000))
  for (const [index, text] of texts.entries()) last.set(text, index)
  expect(texts.map((text) => last.get(text))).toEqual([undefined, 1, 2])
})
