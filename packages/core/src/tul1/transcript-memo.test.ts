import { describe, expect, it } from 'vitest'
import { messageFacts } from './message-facts.ts'
import { messageKey } from './message-key.ts'
import { createTranscriptMemo } from './transcript-memo.ts'

const facts = messageFacts({ role: 'user', content: 'The shed is red.' }, (text) => text.length)

describe('createTranscriptMemo', () => {
  it('keeps what is used and forgets the rest when room is needed', () => {
    const memo = createTranscriptMemo(4)
    memo.set('kept', facts)
    for (let i = 0; i < 20; i++) {
      memo.set(`other ${i}`, facts)
      expect(memo.get('kept')).toBe(facts)
    }
    expect(memo.get('other 0')).toBeUndefined()
  })
})

describe('messageKey', () => {
  it('differs by role, by content and by the order of characters', () => {
    const keys = ['ab', 'ba', 'ab ', 'a', '', 'aab', 'aba'].flatMap((content) => [
      messageKey({ role: 'user', content }),
      messageKey({ role: 'assistant', content }),
    ])
    expect(new Set(keys).size).toBe(keys.length)
  })
})
