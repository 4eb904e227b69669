import { describe, expect, it } from 'vitest'
import { words } from './word-lists.ts'

const CUES = words('cat|dog(?:s|gy)?', 're(?:writ|phras)+|sum+ up|the \\p{L}+ list|наш+')

describe('words', () => {
  it.each(['a cat.', 'Dogs!', 'doggy', 'rewriting', 'REPHRASE', 'summing up', 'the shopping list', 'нашему', '(cat)'])(
    'finds a whole word, and however one goes on that ends with a plus: %s',
    (text) => {
      expect(CUES.test(text)).toBe(true)
    },
  )

  it.each(['concatenate', 'cats', 'dogma', 'prewritten', 'sum total', 'the list', 'cat5', 'енаш', 'sum upper'])(
    'finds none within another word: %s',
    (text) => {
      expect(CUES.test(text)).toBe(false)
    },
  )
})
