import { expect, it } from 'vitest'
import { tokensOf } from './engine.ts'
import { newestWithin } from './newest.ts'

const MESSAGES = [
  { role: 'system', content: 'be brief' },
  { role: 'user', content: 'an old question with many words in it' },
  { role: 'assistant', content: 'old' },
  { role: 'user', content: 'new question' },
]

it('keeps the system text and the newest messages that fit', () => {
  const budget = tokensOf([MESSAGES[0]!, MESSAGES[2]!, MESSAGES[3]!])
  expect(newestWithin(MESSAGES, budget)).toEqual([MESSAGES[0], MESSAGES[2], MESSAGES[3]])
  expect(newestWithin(MESSAGES, budget - 1)).toEqual([MESSAGES[0], MESSAGES[3]])
  expect(newestWithin(MESSAGES, 1000)).toEqual(MESSAGES)
})
