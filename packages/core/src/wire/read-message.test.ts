import { describe, expect, test } from 'vitest'
import { bodyOf, viewOf } from '../../test/wire-bodies.ts'
import { type Part, rawAt, textAt, type WireFormat } from '../conversation.ts'

function read(message: unknown, format: WireFormat) {
  const body = bodyOf([{ role: 'user', content: 'first' }, message])
  const view = viewOf(body, format)
  const found = view.messages[1]!
  const told = found.shape.parts.map((part: Part) => {
    if (part.kind === 'text') return ['text', textAt(view, found, part.leaf)]
    if (part.kind === 'tool-call') return ['tool-call', part.id, part.name, JSON.parse(rawAt(view, found, part.input))]
    if (part.kind === 'tool-result')
      return ['tool-result', part.callId, part.leaves.map((leaf) => textAt(view, found, leaf))]
    if (part.kind === 'thinking') return ['thinking', JSON.parse(rawAt(view, found, part.span)).type]
    return ['opaque', part.type, rawAt(view, found, part.span)]
  })
  return { ...found.shape, told }
}

const chat = (message: unknown) => read(message, 'openai-chat')
const messages = (message: unknown) => read(message, 'anthropic-messages')
const image = { type: 'image', source: { type: 'base64', data: '' } }

describe('messages of the chat wire', () => {
  test('text as a string and as parts', () => {
    expect(chat({ role: 'user', content: 'é "a"\n' }).told).toEqual([['text', 'é "a"\n']])
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'u' } },
      { type: 'text', text: 'b' },
    ]
    const shape = chat({ role: 'user', content: parts })
    expect(shape.told).toEqual([
      ['text', 'a'],
      ['opaque', 'image_url', JSON.stringify(parts[1])],
      ['text', 'b'],
    ])
    expect(shape.isKnown).toBe(true)
  })

  test('developer is read as system', () => {
    expect(chat({ role: 'developer', content: 'a' }).role).toBe('system')
  })

  test('calls of functions and of custom tools', () => {
    const calls = [
      { id: '1', type: 'function', function: { name: 'f', arguments: '{"a":"b"}' } },
      { id: '2', type: 'custom', custom: { name: 'g', input: 'free text' } },
    ]
    expect(chat({ role: 'assistant', content: 'so', tool_calls: calls }).told).toEqual([
      ['text', 'so'],
      ['tool-call', '1', 'f', '{"a":"b"}'],
      ['tool-call', '2', 'g', 'free text'],
    ])
  })

  test('results of tools, whole or in parts', () => {
    expect(chat({ role: 'tool', tool_call_id: '1', content: 'r' }).told).toEqual([['tool-result', '1', ['r']]])
    const parts = [
      { type: 'text', text: 'r' },
      { type: 'text', text: 's' },
    ]
    expect(chat({ role: 'tool', tool_call_id: '1', content: parts }).told).toEqual([['tool-result', '1', ['r', 's']]])
  })

  test('the deprecated function call has the same id as its result', () => {
    const call = chat({ role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } })
    const result = chat({ role: 'function', name: 'f', content: 'r' })
    expect(call.told).toEqual([['tool-call', 'function_call:f', 'f', '{}']])
    expect(result.told).toEqual([['tool-result', 'function_call:f', ['r']]])
    expect([call.isKnown, result.isKnown, result.role]).toEqual([true, true, 'tool'])
  })

  test('refusals and references to audio are opaque and known', () => {
    const shape = chat({ role: 'assistant', content: null, refusal: 'no', audio: { id: 'a' } })
    expect(shape.told).toEqual([
      ['opaque', 'refusal', '"no"'],
      ['opaque', 'audio', '{"id":"a"}'],
    ])
    expect(shape.isKnown).toBe(true)
  })

  test('a part or a call of an unknown type is not known', () => {
    expect(chat({ role: 'user', content: [{ type: 'hologram' }] }).isKnown).toBe(false)
    expect(chat({ role: 'assistant', tool_calls: [{ id: '1', type: 'psychic' }] }).isKnown).toBe(false)
  })
})

describe('messages of the messages wire', () => {
  test('text, thinking, calls and results', () => {
    const content = [
      { type: 'thinking', thinking: 'a', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
      { type: 'text', text: 'b', citations: null },
      { type: 'tool_use', id: '1', name: 'f', input: { a: [1] } },
    ]
    expect(messages({ role: 'assistant', content }).told).toEqual([
      ['thinking', 'thinking'],
      ['thinking', 'redacted_thinking'],
      ['text', 'b'],
      ['tool-call', '1', 'f', { a: [1] }],
    ])
    const results = [
      { type: 'tool_result', tool_use_id: '1', content: 'r', is_error: true },
      { type: 'tool_result', tool_use_id: '2', content: [{ type: 'text', text: 's' }, image] },
      { type: 'tool_result', tool_use_id: '3' },
    ]
    const shape = messages({ role: 'user', content: results })
    expect(shape.told).toEqual([
      ['tool-result', '1', ['r']],
      ['tool-result', '2', ['s']],
      ['tool-result', '3', []],
    ])
    expect(shape.parts).toMatchObject([
      { isError: true, isOpaque: false },
      { isError: false, isOpaque: true },
      { isError: false, isOpaque: false },
    ])
    expect(shape.isKnown).toBe(true)
  })

  test('text with citations is opaque', () => {
    const block = { type: 'text', text: 'b', citations: [{ type: 'char_location' }] }
    expect(messages({ role: 'assistant', content: [block] }).told).toEqual([
      ['opaque', 'text-with-citations', JSON.stringify(block)],
    ])
  })

  test('blocks of server tools are opaque and known; blocks of unknown types are not known', () => {
    const known = messages({
      role: 'assistant',
      content: [{ type: 'server_tool_use' }, { type: 'web_search_tool_result' }],
    })
    expect(known.told.map((part) => part[1])).toEqual(['server_tool_use', 'web_search_tool_result'])
    expect(known.isKnown).toBe(true)
    expect(messages({ role: 'assistant', content: [{ type: 'hologram' }] }).isKnown).toBe(false)
    const inside = { type: 'tool_result', tool_use_id: '1', content: [{ type: 'hologram' }] }
    expect(messages({ role: 'user', content: [inside] }).isKnown).toBe(false)
  })

  test.each([
    ['an object and null', '{"inside":{"text":"a"},"inside":null}'],
    ['an object and a text', '{"text":{"x":1},"text":"a"}'],
  ])('no text is read where equal keys inside a block have %s', (_, content) => {
    const block = `{"type":"mcp_tool_result","tool_use_id":"1","title":"b","content":${content}}`
    const view = viewOf(`{"messages":[{"role":"assistant","content":[${block}]}]}`, 'anthropic-messages')
    const [part] = view.messages[0]!.shape.parts
    const leaves = part?.kind === 'opaque' ? part.leaves : undefined
    expect(leaves?.map((leaf) => textAt(view, view.messages[0]!, leaf))).toEqual(['b'])
  })

  test('cache marks are found at any position, unless they are null', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const text = { type: 'text', text: 'a' }
    const inside = (more: object) => [{ type: 'tool_result', tool_use_id: '1', content: [{ ...text, ...more }] }]
    expect(messages({ role: 'user', content: [{ ...text, ...mark }] }).hasCacheMark).toBe(true)
    expect(messages({ role: 'user', content: [{ ...image, ...mark }] }).hasCacheMark).toBe(true)
    expect(messages({ role: 'user', content: inside(mark) }).hasCacheMark).toBe(true)
    expect(messages({ role: 'user', content: inside({}) }).hasCacheMark).toBe(false)
    expect(messages({ role: 'user', content: [{ ...text, cache_control: null }] }).hasCacheMark).toBe(false)
  })
})

describe('the key of a message', () => {
  const mark = { cache_control: { type: 'ephemeral' } }
  const keyOf = (content: unknown, more: object = {}) => messages({ role: 'user', content, ...more }).key
  const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more })

  test('is the same for a string and for one part of text', () => {
    expect(keyOf('a')).toBe(keyOf([text('a')]))
    expect(chat({ role: 'user', content: 'a' }).key).toBe(chat({ role: 'user', content: [text('a')] }).key)
  })

  test('ignores cache marks', () => {
    expect(keyOf([text('a', mark)])).toBe(keyOf('a'))
    expect(keyOf([{ ...image, ...mark }])).toBe(keyOf([image]))
    const result = { type: 'tool_result', tool_use_id: '1', content: 'r' }
    const inside = { ...result, content: [text('r', mark)], ...mark }
    expect(keyOf([inside])).toBe(keyOf([result]))
  })

  test('ignores JSON escapes', () => {
    const spelled = (literal: string) => viewOf(`{"messages":[{"content":${literal},"role":"user"}]}`, 'openai-chat')
    expect(spelled('"\\u0061\\/"').messages[0]!.shape.key).toBe(chat({ role: 'user', content: 'a/' }).key)
  })

  test('depends on everything else', () => {
    const result = { type: 'tool_result', tool_use_id: '1', content: 'r' }
    const keys = [
      keyOf('a'),
      keyOf('b'),
      keyOf('a', { name: 'x' }),
      keyOf([text('a'), text('b')]),
      keyOf([text('ab')]),
      keyOf([text('a', { x: 1 }), text('b')]),
      keyOf([text('a'), text('b', { x: 1 })]),
      keyOf([image]),
      keyOf([{ ...image, source: 'other' }]),
      keyOf([result]),
      keyOf([{ ...result, tool_use_id: '2' }]),
      keyOf([{ ...result, is_error: true }]),
      keyOf([{ ...result, content: [text('r'), image] }]),
      keyOf([{ ...result, content: [image, text('r')] }]),
      messages({ role: 'assistant', content: 'a' }).key,
      chat({ role: 'system', content: 'a' }).key,
      chat({ role: 'developer', content: 'a' }).key,
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })
})
