import { describe, expect, it } from 'vitest'
import type { Conversation, WireFormat } from '../conversation.ts'
import { createMessageMemo } from '../wire/message-memo.ts'
import { readRequest } from '../wire/read-request.ts'
import { type Encoding, encodingOf } from './encoding.ts'
import { tokenProfileOf } from './model-tokens.ts'
import { countRequest, createPartCounter, messageTokens, pinnedTokens } from './request-tokens.ts'
import { createTokenMemo } from './token-memo.ts'

const o200k = encodingOf('o200k')
const hash = (text: string): string => text

function read(format: WireFormat, body: unknown): Conversation {
  const result = readRequest(JSON.stringify(body), format, { hash, memo: createMessageMemo(1_000_000) })
  if (result.kind !== 'conversation') throw new Error(`not read: ${result.kind}`)
  return result.conversation
}

function tokensOfMessage(format: WireFormat, message: unknown): number {
  const conversation = read(format, { model: 'm', messages: [{ role: 'user', content: 'x' }, message] })
  return messageTokens(conversation, conversation.messages[1]!, o200k)
}

const PICTURE = 'iVBORw0KGgo'.repeat(50_000)

describe('messageTokens', () => {
  it('counts the decoded text, without its escapes', () => {
    const content = 'Zwei "Wörter"\n\tund ein 😀'
    expect(tokensOfMessage('openai-chat', { role: 'user', content })).toBe(o200k.count(content))
  })

  it('counts the name and the arguments of a call on either wire', () => {
    const input = { path: 'src/main.ts', limit: 20 }
    const expected = o200k.count('read_file') + o200k.count(JSON.stringify(input))
    const call = { id: 'call_1', type: 'function', function: { name: 'read_file', arguments: JSON.stringify(input) } }
    expect(tokensOfMessage('openai-chat', { role: 'assistant', content: null, tool_calls: [call] })).toBe(expected)
    const use = { type: 'tool_use', id: 'toolu_1', name: 'read_file', input }
    expect(tokensOfMessage('anthropic-messages', { role: 'assistant', content: [use] })).toBe(expected)
  })

  it('counts every text of a result', () => {
    const texts = ['first line', 'second line']
    const content = [{ type: 'tool_result', tool_use_id: 't', content: texts.map((text) => ({ type: 'text', text })) }]
    expect(tokensOfMessage('anthropic-messages', { role: 'user', content })).toBe(
      o200k.count(texts[0]!) + o200k.count(texts[1]!),
    )
  })

  it('counts readable thoughts, and no signature', () => {
    const thinking = { type: 'thinking', thinking: 'Let me see.', signature: 'Eq'.repeat(500) }
    expect(tokensOfMessage('anthropic-messages', { role: 'assistant', content: [thinking] })).toBe(
      o200k.count('Let me see.'),
    )
  })

  it('never counts a picture by the length of its data', () => {
    const url = `data:image/png;base64,${PICTURE}`
    expect(tokensOfMessage('openai-chat', { role: 'user', content: [{ type: 'image_url', image_url: { url } }] })).toBe(
      765,
    )
    expect(
      tokensOfMessage('openai-chat', {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url, detail: 'low' } }],
      }),
    ).toBe(85)
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PICTURE } }
    expect(tokensOfMessage('anthropic-messages', { role: 'user', content: [image] })).toBe(765)
    const result = { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'here' }, image] }
    expect(tokensOfMessage('anthropic-messages', { role: 'user', content: [result] })).toBe(766)
  })

  it('counts the readable part of other blocks without their encoded data', () => {
    const data = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: PICTURE } }
    const counted = tokensOfMessage('anthropic-messages', { role: 'user', content: [data] })
    expect(counted).toBeGreaterThan(2999)
    expect(counted).toBeLessThan(3100)
    const text = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'word '.repeat(500) } }
    const read = tokensOfMessage('anthropic-messages', { role: 'user', content: [text] })
    expect(read).toBeGreaterThan(499)
    expect(read).toBeLessThan(600)
  })
})

describe('pinnedTokens', () => {
  function pinned(body: Readonly<Record<string, unknown>>): number {
    const conversation = read('anthropic-messages', { model: 'm', messages: [{ role: 'user', content: 'x' }], ...body })
    return pinnedTokens(conversation, conversation.pinned[0]!, o200k)
  }

  it('counts system text in full, as a string or in blocks', () => {
    const text = 'You are "helpful".\nBe brief.'
    expect(pinned({ system: text })).toBe(o200k.count(text))
    expect(pinned({ system: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] })).toBe(o200k.count(text))
  })

  it('counts tools as a share of their JSON', () => {
    const tools = [
      { name: 'read_file', description: 'Reads a file.', input_schema: { type: 'object', properties: {} } },
    ]
    expect(pinned({ tools })).toBe(Math.round(0.7 * o200k.count(JSON.stringify(tools))))
  })
})

describe('countRequest', () => {
  const body = {
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'You are helpful.' },
      { role: 'user', content: 'Hello there' },
    ],
  }

  it('adds the frames that the model puts around messages', () => {
    const conversation = read('openai-chat', body)
    const counter = createPartCounter(o200k, createTokenMemo(1_000_000), hash)
    const text = o200k.count('You are helpful.') + o200k.count('Hello there')
    expect(countRequest(conversation, tokenProfileOf('gpt-4o', 'openai-chat'), counter).total).toBe(text + 2 * 4 + 3)
    expect(countRequest(conversation, tokenProfileOf('gpt-5', 'openai-chat'), counter).total).toBe(text + 2 * 3 + 3)
  })

  it('is the sum of its parts', () => {
    const conversation = read('openai-chat', { ...body, tools: [{ type: 'function', function: { name: 'f' } }] })
    const counter = createPartCounter(o200k, createTokenMemo(1_000_000), hash)
    const { pinned, messages, total } = countRequest(conversation, tokenProfileOf('x', 'openai-chat'), counter)
    expect(messages).toHaveLength(2)
    expect(total).toBe(messages.reduce((sum, tokens) => sum + tokens, pinned))
    expect(pinned).toBeGreaterThan(3)
  })

  it("adds a provider's own instructions about tools", () => {
    const tools = [{ name: 'f', input_schema: { type: 'object' } }]
    const counted = (more: object): number => {
      const conversation = read('anthropic-messages', { ...body, model: 'claude-opus-4-6', ...more })
      const profile = tokenProfileOf(conversation.model, 'anthropic-messages')
      return countRequest(conversation, profile, createPartCounter(o200k, createTokenMemo(1_000_000), hash)).pinned
    }
    expect(counted({ tools }) - counted({})).toBe(400 + Math.round(0.7 * o200k.count(JSON.stringify(tools))))
  })

  it('counts no text twice, and none by the numbers of another encoding', () => {
    const counted: string[] = []
    const memo = createTokenMemo(1_000_000)
    const recording = (name: Encoding['name']): Encoding => ({ name, count: (text) => counted.push(text) })
    const more = [
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Hello again' },
    ]
    const conversation = read('openai-chat', { ...body, messages: [...body.messages, ...more] })
    const profile = tokenProfileOf('gpt-4o', 'openai-chat')
    const first = countRequest(conversation, profile, createPartCounter(recording('o200k'), memo, hash))
    expect(countRequest(conversation, profile, createPartCounter(recording('o200k'), memo, hash))).toEqual(first)
    expect(counted).toHaveLength(4)
    countRequest(conversation, profile, createPartCounter(recording('cl100k'), memo, hash))
    expect(counted).toHaveLength(8)
  })

  it('caches the system text and a long first message, but no short one', () => {
    const counted: string[] = []
    const memo = createTokenMemo(1_000_000)
    const encoding: Encoding = { name: 'o200k', count: (text) => counted.push(text) }
    const profile = tokenProfileOf('gpt-4o', 'openai-chat')
    const [system, user] = body.messages
    const long = { role: 'user', content: 'x'.repeat(5000) }
    for (const messages of [
      [system, user],
      [system, user],
      [system, long],
      [system, long],
    ]) {
      countRequest(read('openai-chat', { ...body, messages }), profile, createPartCounter(encoding, memo, hash))
    }
    expect(counted).toEqual(['You are helpful.', 'Hello there', 'Hello there', long.content])
  })
})
