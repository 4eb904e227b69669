import { describe, expect, test } from 'vitest'
import { bodyOf, sha256, viewOf } from '../../test/wire-bodies.ts'
import type { WireFormat } from '../conversation.ts'
import { createMessageMemo } from './message-memo.ts'
import { readRequest } from './read-request.ts'

function read(body: string, format: WireFormat = 'openai-chat') {
  return readRequest(body, format, { hash: sha256, memo: createMessageMemo(1_000_000) })
}

const user = { role: 'user', content: 'hello' }

describe('a request that is answered with 400', () => {
  test.each([
    '',
    '{',
    '{"messages":[}',
    '{"messages":[{"role":"user","content":"a"},]}',
    '{"messages":[1 2]}',
    '\ufeff{}',
  ])('not JSON: %j', (body) => {
    expect(read(body)).toEqual({
      kind: 'invalid',
      field: undefined,
      message: expect.stringContaining('not valid JSON'),
    })
  })

  test('not JSON inside a message although an earlier message is not understood', () => {
    expect(read('{"messages":[5,{"role":nope}]}')).toMatchObject({ kind: 'invalid', field: undefined })
  })

  test.each(['[]', 'null', '"x"', '5', '[{"messages":[]}]'])('not an object: %s', (body) => {
    expect(read(body)).toEqual({ kind: 'invalid', field: undefined, message: expect.stringContaining('JSON object') })
  })

  test('messages missing or not an array', () => {
    expect(read('{"model":"m"}')).toMatchObject({ kind: 'invalid', field: 'messages' })
    expect(read('{"messages":{"secret":1}}')).toEqual({
      kind: 'invalid',
      field: 'messages',
      message: "'messages' must be an array.",
    })
  })
})

describe('a request that is sent unchanged because of its shape', () => {
  const opaque: readonly (readonly [string, WireFormat, string])[] = [
    ['equal keys at the top', 'openai-chat', '{"model":"a","messages":[],"m\\u006fdel":"b"}'],
    ['equal keys in a message', 'openai-chat', '{"messages":[{"role":"user","content":"a","role":"user"}]}'],
    [
      'equal keys in a part',
      'openai-chat',
      '{"messages":[{"role":"user","content":[{"type":"text","text":"a","text":"b"}]}]}',
    ],
    ['a message that is not an object', 'openai-chat', '{"messages":["hello"]}'],
    ['an unknown role', 'openai-chat', bodyOf([{ role: 'critic', content: 'a' }])],
    ['a role named like a method', 'openai-chat', bodyOf([{ role: 'toString', content: 'a' }])],
    ['a role of another wire', 'anthropic-messages', bodyOf([{ role: 'developer', content: 'a' }])],
    ['content of a wrong type', 'openai-chat', bodyOf([{ role: 'user', content: 5 }])],
    ['a user without content', 'openai-chat', bodyOf([{ role: 'user', content: null }])],
    [
      'a text that is not a string',
      'anthropic-messages',
      bodyOf([{ role: 'user', content: [{ type: 'text', text: 5 }] }]),
    ],
    [
      'a tool result without an id',
      'anthropic-messages',
      bodyOf([{ role: 'user', content: [{ type: 'tool_result' }] }]),
    ],
    ['a tool message without an id', 'openai-chat', bodyOf([{ role: 'tool', content: 'a' }])],
    ['a call whose arguments are not a string', 'openai-chat', bodyOf([callOf({ name: 'f', arguments: {} })])],
  ]

  test.each(opaque)('%s', (_, format, body) => {
    expect(read(body, format)).toMatchObject({ kind: 'opaque', reason: expect.stringMatching(/^[a-z_]+$/) })
  })

  test('more values than any conversation contains', () => {
    const body = `{"model":"m","messages":[],"x":[${'0,'.repeat(1_000_000)}0]}`
    expect(read(body)).toEqual({ kind: 'opaque', reason: 'unreadable', model: 'm' })
  })

  test('is returned with its model, for accounting', () => {
    expect(read(bodyOf(['hello']))).toMatchObject({ kind: 'opaque', model: 'some-model' })
  })
})

function callOf(called: unknown): unknown {
  return { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: called }] }
}

describe('the view of a request', () => {
  test('contains its model, or nothing if there is none', () => {
    expect(viewOf(bodyOf([user]), 'openai-chat').model).toBe('some-model')
    expect(viewOf('{"messages":[]}', 'openai-chat').model).toBe('')
  })

  test('contains the positions of pinned values', () => {
    const body = bodyOf([user], { tools: [{ name: 't' }], system: 'be "brief"', response_format: { type: 'text' } })
    const pinned = (format: WireFormat) => viewOf(body, format).pinned.map(({ start, end }) => body.slice(start, end))
    expect(pinned('anthropic-messages')).toEqual(['[{"name":"t"}]', '"be \\"brief\\""'])
    expect(pinned('openai-chat')).toEqual(['[{"name":"t"}]', '{"type":"text"}'])
  })

  test('contains the positions of the messages', () => {
    const body = ' {"messages" :\n[ {"role":"user","content":"a"} ,{"role":"assistant","content":"b"}]} '
    const { messages } = viewOf(body, 'openai-chat')
    expect(messages.map(({ start, end }) => JSON.parse(body.slice(start, end)).content)).toEqual(['a', 'b'])
  })

  test('states whether thinking is bound, which it never is on the chat wire', () => {
    const body = JSON.stringify({ model: 'claude-opus-5-5', messages: [user] })
    expect(viewOf(body, 'anthropic-messages').bindsThinking).toBe(true)
    expect(viewOf(body, 'openai-chat').bindsThinking).toBe(false)
  })
})

describe('a request that bypasses compression', () => {
  const state: readonly (readonly [string, Record<string, unknown>])[] = [
    ['thread', { thread: { id: 't' } }],
    ['compaction', { compaction: {} }],
    ['container', { container: 'c' }],
    ['fallback_credit_token', { fallback_credit_token: 'x' }],
    ['max_tokens', { max_tokens: 0 }],
    ['mcp_servers', { mcp_servers: [{ name: 's' }] }],
    ['context_management', { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } }],
  ]

  test.each(state)('because of %s', (reason, extra) => {
    expect(viewOf(bodyOf([user], extra), 'anthropic-messages').bypass).toBe(reason)
    expect(viewOf(bodyOf([user], extra), 'openai-chat').bypass).toBeUndefined()
  })

  test('because of a compaction block, even if the message is cached', () => {
    const body = bodyOf([{ role: 'user', content: [{ type: 'compaction', content: 'x' }] }])
    const memo = createMessageMemo(1_000_000)
    expect(viewOf(body, 'anthropic-messages', memo).bypass).toBe('compaction')
    expect(viewOf(body, 'anthropic-messages', memo).bypass).toBe('compaction')
  })

  test('but not because of empty fields, or of clearing thinking', () => {
    const extra = {
      thread: null,
      container: null,
      mcp_servers: [],
      max_tokens: 1,
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
    }
    expect(viewOf(bodyOf([user], extra), 'anthropic-messages').bypass).toBeUndefined()
  })
})

test('a conversation of more than 10,000 messages is not read, but it has to be JSON', () => {
  const bodyWith = (messages: number) => JSON.stringify({ model: 'm', messages: Array(messages).fill(user) })
  expect(read(bodyWith(10_000)).kind).toBe('conversation')
  expect(read(bodyWith(10_001))).toMatchObject({ kind: 'opaque', reason: 'too_many_messages', model: 'm' })
  expect(read(bodyWith(10_001).slice(0, -1)).kind).toBe('invalid')
})

describe('session hints in the body', () => {
  const hintsOf = (extra: Record<string, unknown>) => viewOf(bodyOf([user], extra), 'anthropic-messages').sessionHints

  test('are read from both forms of a user id that names a session', () => {
    const session = '0b5f3c1e-aaaa-4bbb-8ccc-1234567890ab'
    expect(hintsOf({ metadata: { user_id: `user_abc_account__session_${session}` } })).toEqual([session])
    expect(hintsOf({ metadata: { user_id: JSON.stringify({ device_id: 'd', session_id: session }) } })).toEqual([
      session,
    ])
  })

  test('are not read from an id that only names a user', () => {
    expect(hintsOf({ metadata: { user_id: 'someone@example.com' } })).toEqual([])
    expect(hintsOf({ metadata: { user_id: '{"device_id":1}' } })).toEqual([])
    expect(hintsOf({ metadata: { user_id: '{broken' } })).toEqual([])
    expect(hintsOf({ metadata: 5 })).toEqual([])
  })

  test('start with the most specific one, and contain only text', () => {
    expect(hintsOf({ prompt_cache_key: 'p', session_id: 's', litellm_session_id: 5 })).toEqual(['s', 'p'])
  })
})

describe('the memo', () => {
  const newest = { role: 'user', content: 'and now?' }

  test('does not parse a known message again, and returns the same shape', () => {
    const memo = createMessageMemo(1_000_000)
    const first = viewOf(bodyOf([user, newest]), 'openai-chat', memo)
    const second = viewOf(bodyOf([{ role: 'system', content: 'x' }, user, newest]), 'openai-chat', memo)
    expect(second.messages[1]!.shape).toBe(first.messages[0]!.shape)
  })

  test('stores a long newest message, but no short one', () => {
    const memo = createMessageMemo(1_000_000)
    const shapeOf = (message: object) => viewOf(bodyOf([user, message]), 'openai-chat', memo).messages[1]!.shape
    const long = { role: 'user', content: 'x'.repeat(5000) }
    expect(shapeOf(newest)).toEqual(shapeOf(newest))
    expect(shapeOf(newest)).not.toBe(shapeOf(newest))
    expect(shapeOf(long)).toBe(shapeOf(long))
  })

  test('separates the wires, on which the same bytes have different meanings', () => {
    const memo = createMessageMemo(1_000_000)
    const body = bodyOf([{ role: 'user', content: [{ type: 'image', source: {} }] }, newest])
    expect(viewOf(body, 'openai-chat', memo).messages[0]!.shape.isKnown).toBe(false)
    expect(viewOf(body, 'anthropic-messages', memo).messages[0]!.shape.isKnown).toBe(true)
  })
})
