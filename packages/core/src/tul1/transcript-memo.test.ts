import { describe, expect, it } from 'vitest'
import { messageFacts } from './message-facts.ts'
import { messageKey } from './message-key.ts'
import { createTranscriptMemo } from './transcript-memo.ts'

const facts = messageFacts({ role: 'user', content: 'The shed is red.' }, (text) => text.length)

describe('createTranscriptMemo', () => {
  it('keeps used entries and evicts the others', () => {
    const memo = createTranscriptMemo(20_000)
    memo.facts.set('kept', facts)
    for (let i = 0; i < 20; i++) {
      memo.facts.set(`other ${i}`, facts)
      expect(memo.facts.get('kept')).toBe(facts)
    }
    expect(memo.facts.get('other 0')).toBeUndefined()
  })

  it('does not store a message that would evict all others', () => {
    const memo = createTranscriptMemo(20_000)
    memo.facts.set('short', facts)
    memo.facts.set('long', { ...facts, length: 8_000 })
    expect(memo.facts.get('long')).toBeUndefined()
    expect(memo.facts.get('short')).toBe(facts)
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
