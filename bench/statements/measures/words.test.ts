import { expect, it } from 'vitest'
import { keptWords, wordsOf } from './words.ts'

it('numbers clauses by the signs between words, and not by those within figures', () => {
  const words = wordsOf('pay 2.5 now, or never.', 'en')
  expect(words.map(({ text, clause }) => [text, clause])).toEqual([
    ['pay', 0],
    ['2.5', 0],
    ['now', 0],
    ['or', 1],
    ['never', 1],
  ])
})

it('finds the longest part of a message that a line has in order', () => {
  const source = wordsOf('the red box and the blue box', 'en')
  const kept = keptWords(wordsOf('the blue box', 'en'), source)
  expect([...kept].map((index) => source[index]!.text)).toEqual(['the', 'blue', 'box'])
  expect(kept.has(5) && kept.has(6)).toBe(true)
})
