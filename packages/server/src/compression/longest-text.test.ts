import { createMessageMemo, readRequest, type WireFormat } from '@pleat/core'
import { expect, test } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { longestText } from './longest-text.ts'

const user = (content: unknown) => ({ role: 'user', content })
const said = (content: unknown) => ({ role: 'assistant', content })

function longestIn(messages: readonly object[], format: WireFormat = 'openai-chat'): number {
  const body = JSON.stringify({ model: 'm', max_tokens: 9, messages })
  const view = readRequest(body, format, { hash: shortSha256, memo: createMessageMemo(1_000_000) })
  if (view.kind !== 'conversation') throw new Error(view.kind)
  return Math.round(longestText(view.conversation, Buffer.byteLength(body)))
}

const quoted = (length: number) => length + 2

test('the longest text is that of one message, with all its parts', () => {
  expect(longestIn([user('a'.repeat(900)), said('b'.repeat(2000)), user('c')])).toBe(quoted(2000))
  const parts = ['a', 'b', 'c'].map((sign) => ({ type: 'text', text: sign.repeat(1000) }))
  expect(longestIn([user(parts), said('b'.repeat(2000)), user('c')])).toBe(3 * quoted(1000) + 2 * 32)
})

test('arguments and results of tools count as text', () => {
  const call = { type: 'tool_use', id: 't', name: 'write', input: { text: 'x'.repeat(3000) } }
  const result = { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'y'.repeat(1000) }] }
  expect(longestIn([user('Go.'), said([call]), user([result])], 'anthropic-messages')).toBeGreaterThan(3000)
  expect(longestIn([user('Go.'), said([{ ...call, input: {} }]), user([result])], 'anthropic-messages')).toBe(1002)
})

test('each part after the first counts as 32 bytes more', () => {
  const calls = Array.from({ length: 1001 }, (_, i) => ({ type: 'tool_use', id: `t${i}`, name: 'read', input: {} }))
  expect(longestIn([user('Go.'), said(calls)], 'anthropic-messages')).toBe(1000 * 32 + 1001 * '{}'.length)
})

test('a message of many short parts may be the longest, although another has more characters', () => {
  const parts = Array.from({ length: 100 }, () => ({ type: 'text', text: 'a' }))
  expect(longestIn([user('b'.repeat(3000)), user(parts)])).toBe(100 * quoted(1) + 99 * 32)
})

test('pictures do not count as text', () => {
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(50_000)}` } }
  expect(longestIn([user([picture, { type: 'text', text: 'What is it?' }])])).toBeLessThan(200)
})

test('characters beyond ASCII count as their UTF-8 bytes', () => {
  expect(longestIn([user('漢'.repeat(10_000))])).toBeGreaterThan(29_000)
})
