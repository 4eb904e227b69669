import { expect, test } from 'vitest'
import { bodyOf, viewOf } from '../../test/wire-bodies.ts'
import { splice } from './splice.ts'
import { stripThinking } from './strip-thinking.ts'
import { findProblem } from './validate.ts'

const thinking = { type: 'thinking', thinking: 'so', signature: 's' }
const redacted = { type: 'redacted_thinking', data: 'x' }
const text = { type: 'text', text: 'b' }
const call = (id: string) => ({ type: 'tool_use', id, name: 'n', input: {} })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'r' })

function stripped(messages: unknown[]): { content: unknown }[] {
  const view = viewOf(bodyOf(messages), 'anthropic-messages')
  const body = splice(view, stripThinking(view))
  expect(findProblem('anthropic-messages', body)).toBeUndefined()
  return JSON.parse(body).messages
}

test('stripThinking drops the thinking of earlier turns and keeps that of the current tool loop', () => {
  const after = stripped([
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [thinking, redacted, call('1')] },
    { role: 'user', content: [result('1')] },
    { role: 'assistant', content: [thinking, text] },
    { role: 'user', content: 'c' },
    { role: 'assistant', content: [thinking, call('2')] },
    { role: 'user', content: [result('2')] },
  ])
  expect(after[1]!.content).toEqual([call('1')])
  expect(after[3]!.content).toEqual([text])
  expect(after[5]!.content).toEqual([thinking, call('2')])
})

test('stripThinking keeps a message that consists of thinking', () => {
  const after = stripped([
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [thinking] },
    { role: 'user', content: 'c' },
  ])
  expect(after[1]!.content).toEqual([thinking])
})

test('stripThinking changes nothing without thinking', () => {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [text, call('1')] },
    { role: 'user', content: [result('1')] },
    { role: 'assistant', content: [text] },
    { role: 'user', content: 'c' },
  ]
  expect(stripThinking(viewOf(bodyOf(messages), 'anthropic-messages'))).toEqual([])
})

test('stripThinking changes nothing for a provider that drops lost reasoning itself', () => {
  const input = [
    { role: 'user', content: 'a' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
    { role: 'assistant', content: 'b' },
    { role: 'user', content: 'c' },
  ]
  const view = viewOf(JSON.stringify({ model: 'gpt-5.6', input }), 'openai-responses')
  expect(view.messages[1]!.shape.parts.map(({ kind }) => kind)).toEqual(['thinking', 'text'])
  expect(stripThinking(view)).toEqual([])
})
