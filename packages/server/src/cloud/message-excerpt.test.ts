import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { read } from './conversation.fixture.ts'
import { excerptOf } from './message-excerpt.ts'

function excerpt(message: object): string[] {
  const conversation = read([message])
  return excerptOf(conversation, conversation.messages[0]!)
}

describe('what is read of a message', () => {
  test('is its text as it was said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), (content) => {
        expect(excerpt({ role: 'user', content: `a${content}.` })).toEqual([`a${content}.`])
      }),
    )
  })

  test('of a long one is the start and the end, wherever escapes are cut', () => {
    for (let shift = 0; shift < 8; shift++) {
      const [start, end, ...more] = excerpt({
        role: 'user',
        content: `${'x'.repeat(shift)}${'a\u00e9"\\'.repeat(3000)}last`,
      })
      expect(more).toEqual([])
      expect(start!.length + end!.length).toBeLessThanOrEqual(8000)
      expect(start).toMatch(/^x*(a\u00e9"\\)+a?\u00e9?"?$/)
      expect(end).toMatch(/last$/)
    }
  })

  test('is what a tool was asked, without the signs of its JSON, and what it said', () => {
    const call = { id: 'c', type: 'function', function: { name: 'run', arguments: '{"command":"ls\\nsrc/main.ts"}' } }
    expect(excerpt({ role: 'assistant', content: null, tool_calls: [call] })).toEqual(['{"command":"ls\nsrc/main.ts"}'])
    expect(excerpt({ role: 'tool', tool_call_id: 'c', content: 'C:\\new\\table' })).toEqual(['C:\\new\\table'])
  })
})
