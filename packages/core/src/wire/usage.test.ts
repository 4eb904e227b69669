import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WireFormat } from '../conversation.ts'
import { createUsageTap } from './usage.ts'

const SSE = 'text/event-stream; charset=utf-8'
const JSON_TYPE = 'application/json'

function read(format: WireFormat, contentType: string, chunks: readonly string[]) {
  const tap = createUsageTap(format, contentType)
  for (const chunk of chunks) tap.push(chunk)
  return tap.end()
}

const messageStart = {
  type: 'message_start',
  message: {
    model: 'claude-opus-4-5',
    usage: { input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3_000, output_tokens: 1 },
  },
}
const messagesStream = [
  `event: message_start\ndata: ${JSON.stringify(messageStart)}   \n\n`,
  'event: ping\ndata: {"type": "ping"}\n\n',
  ': a comment\n\n',
  'event: content_block_delta\ndata: {"delta":{"text":"a \\"usage\\": {} line é 🙂"}}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","usage":{"output_tokens":77}}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
].join('')
const messagesUsage = {
  inputTokens: 3_210,
  cachedTokens: 3_000,
  cacheWriteTokens: 200,
  outputTokens: 77,
}

const chatUsage = {
  prompt_tokens: 500,
  completion_tokens: 9,
  prompt_tokens_details: { cached_tokens: 384, cache_write_tokens: 100 },
}
const chatStream = [
  'data: {"model":"gpt-5.6","choices":[{"delta":{"content":"hi"}}],"usage":null}\r\n\r\n',
  `data: ${JSON.stringify({ model: 'gpt-5.6-2026', choices: [], usage: chatUsage })}\r\n\r\n`,
  'data: [DONE]\r\n\r\n',
].join('')
const chatResult = {
  inputTokens: 500,
  cachedTokens: 384,
  cacheWriteTokens: 100,
  outputTokens: 9,
}

describe('usage of a stream', () => {
  test('counts input outside and inside the cache together on the messages wire', () => {
    expect(read('anthropic-messages', SSE, [messagesStream])).toEqual(messagesUsage)
  })

  test('includes the tokens that were written to the cache for an hour, if the provider reports them', () => {
    const usage = { ...messageStart.message.usage, cache_creation: { ephemeral_1h_input_tokens: 150 } }
    const start = `data: ${JSON.stringify({ type: 'message_start', message: { usage } })}\n\n`
    expect(read('anthropic-messages', SSE, [start])).toMatchObject({ cacheWriteTokens: 200, hourWriteTokens: 150 })
  })

  test('takes the last chunk of the chat wire', () => {
    expect(read('openai-chat', SSE, [chatStream])).toEqual(chatResult)
  })

  test('reads input that is restated at the end', () => {
    const restated = 'data: {"type":"message_delta","usage":{"input_tokens":12,"output_tokens":5}}\n\n'
    expect(read('anthropic-messages', SSE, [messagesStream, restated])).toMatchObject({ inputTokens: 3_212 })
  })

  test('is undefined if the stream reported none', () => {
    expect(read('openai-chat', SSE, ['data: {"choices":[]}\n\ndata: [DONE]\n\n'])).toBeUndefined()
  })

  test('counts the reported usage when the stream breaks off', () => {
    const cut = messagesStream.slice(0, messagesStream.indexOf('event: message_delta') + 40)
    expect(read('anthropic-messages', SSE, [cut])).toMatchObject({ inputTokens: 3_210, outputTokens: 1 })
  })

  test('reads a last line without a line break', () => {
    expect(read('openai-chat', SSE, [`data: ${JSON.stringify({ usage: chatUsage })}`])).toMatchObject({
      inputTokens: 500,
    })
  })

  test('is read after a line that is too long to keep and contains none', () => {
    const long = 'x'.repeat(100_000)
    const chunks = ['data: "', ...Array.from({ length: 20 }, () => long), '"\n', chatStream]
    expect(read('openai-chat', SSE, chunks)).toEqual(chatResult)
  })

  test('does not depend on how the text is cut', () => {
    const whole = fc.constantFrom<[WireFormat, string]>(
      ['anthropic-messages', messagesStream],
      ['openai-chat', chatStream],
    )
    fc.assert(
      fc.property(whole, fc.array(fc.nat(600), { maxLength: 40 }), ([format, stream], cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length]
        const chunks = places.slice(1).map((place, index) => stream.slice(places[index], place))
        expect(read(format, SSE, chunks)).toEqual(read(format, SSE, [stream]))
      }),
    )
  })
})

describe('usage of a JSON answer', () => {
  test('is read on the chat and the messages wire', () => {
    const chat = JSON.stringify({ model: 'm', usage: chatUsage }, null, 2)
    expect(read('openai-chat', JSON_TYPE, [chat.slice(0, 30), chat.slice(30)])).toMatchObject({ inputTokens: 500 })
    const messages = JSON.stringify(messageStart.message)
    expect(read('anthropic-messages', JSON_TYPE, [messages])).toMatchObject({ inputTokens: 3_210, outputTokens: 1 })
  })

  test('is undefined for errors, other shapes and text that is not JSON', () => {
    const bodies = ['', '{"type":"error","error":{"message":"no"}}', '[]', 'null', '{"usage":5}', '<html>', '{"usage":']
    for (const body of bodies) {
      expect(read('anthropic-messages', JSON_TYPE, [body])).toBeUndefined()
      expect(read('openai-chat', JSON_TYPE, [body])).toBeUndefined()
    }
  })

  test('ignores invalid numbers', () => {
    const body = '{"usage":{"prompt_tokens":"5","completion_tokens":-1,"prompt_tokens_details":null}}'
    expect(read('openai-chat', JSON_TYPE, [body])).toEqual({
      inputTokens: 0,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 0,
    })
  })

  test('ignores numbers that no request can have', () => {
    for (const absurd of ['18446744073709551615', '90000000000000000', '1e999']) {
      const body = `{"usage":{"prompt_tokens":${absurd},"completion_tokens":5}}`
      expect(read('openai-chat', JSON_TYPE, [body])).toMatchObject({ inputTokens: 0, outputTokens: 5 })
    }
  })

  test('finds no usage before the output of an answer that is too long to keep', () => {
    const body = [`{"usage":${JSON.stringify(chatUsage)},"pad":"`, 'x'.repeat(5_000_000), '"}']
    expect(read('openai-chat', JSON_TYPE, body)).toBeUndefined()
  })
})

describe('usage of an answer that is too long to keep', () => {
  const usage = { input_tokens: 7, output_tokens: 9 }
  const output = 'x'.repeat(4_500_000)
  const event = (fields: object) =>
    `event: response.completed\ndata: ${JSON.stringify({ type: 'response.completed', response: fields })}\n\n`
  const cut = (text: string, size: number) =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, part) => text.slice(part * size, (part + 1) * size))

  test.each<[string, string, string]>([
    [
      'a JSON answer',
      JSON_TYPE,
      JSON.stringify({ output, usage, metadata: { quoted: '}"usage":{"input_tokens":1}' } }),
    ],
    ['an event', SSE, event({ output, usage, user: null })],
    ['an event without a line break', SSE, event({ output, usage }).trimEnd()],
  ])('is read from the end of %s', (_name, type, text) => {
    for (const size of [4000, 65_536, 200_001, text.length]) {
      expect(read('openai-responses', type, cut(text, size))).toMatchObject({ inputTokens: 7, outputTokens: 9 })
    }
  })

  test.each([
    ['before', { input_transformations: [{ reason: 'prefix_mismatch' }, { reason: 'turn_boundary' }], usage }, 1],
    ['after', { usage, input_transformations: [{ reason: 'prefix_mismatch' }] }, 1],
    ['in a part of the output before', { parts: [{ input_transformations: [] }], usage }, undefined],
  ])('includes dropped reasoning that is reported %s it', (_place, fields, lostReasoning) => {
    const expected = { inputTokens: 7, ...(lostReasoning !== undefined && { lostReasoning }) }
    for (const [type, text] of [
      [JSON_TYPE, JSON.stringify({ output, ...fields })],
      [SSE, event({ output, ...fields })],
    ] as const) {
      const found = read('openai-responses', type, cut(text, 65_536))
      expect(found).toMatchObject(expected)
      expect(found?.lostReasoning).toBe(lostReasoning)
    }
  })

  test('keeps dropped reasoning that an earlier event reported', () => {
    const first = event({ input_transformations: [{ reason: 'prefix_mismatch' }], usage })
    expect(read('openai-responses', SSE, [first, ...cut(event({ output, usage }), 65_536)])).toMatchObject({
      lostReasoning: 1,
    })
  })

  test('is read on the other wires', () => {
    expect(read('openai-chat', JSON_TYPE, cut(JSON.stringify({ output, usage: chatUsage }), 65_536))).toEqual(
      chatResult,
    )
    const message = { content: output, usage: messageStart.message.usage }
    expect(read('anthropic-messages', JSON_TYPE, cut(JSON.stringify(message), 65_536))).toMatchObject({
      inputTokens: 3_210,
    })
  })

  test.each([
    ['is a part of the output', JSON.stringify({ pad: output, output: [{ usage }] })],
    ['is quoted', JSON.stringify({ output: output + JSON.stringify({ usage }) })],
    ['is followed by something that is no JSON', `${JSON.stringify({ output, usage })}}`],
    ['is cut off', JSON.stringify({ output, usage }).slice(0, -4)],
    ['does not exist', JSON.stringify({ output })],
  ])('is unknown if it %s', (_name, text) => {
    expect(read('openai-responses', JSON_TYPE, cut(text, 65_536))).toBeUndefined()
  })
})

describe('usage of the Responses API', () => {
  const usage = {
    input_tokens: 900,
    input_tokens_details: { cached_tokens: 640, cache_write_tokens: 128 },
    output_tokens: 12,
    total_tokens: 912,
  }
  const removed = (reason: string) => ({ id: 'rs_1', type: 'reasoning', action: 'removed', reason })
  const transformations = [removed('prefix_mismatch'), removed('turn_boundary'), removed('prefix_mismatch')]
  const result = { inputTokens: 900, cachedTokens: 640, cacheWriteTokens: 128, outputTokens: 12 }
  const event = (type: string, response: object) => `event: ${type}\ndata: ${JSON.stringify({ type, response })}\n\n`
  const begun = event('response.created', { instructions: '"usage":{"input_tokens":7}', usage: null })

  test.each(['response.completed', 'response.incomplete', 'response.failed'])('is read from %s', (type) => {
    const stream = `${begun}${event(type, { output: [{ usage: { input_tokens: 5000 } }], usage })}`
    for (const size of [1, 7, stream.length]) {
      const chunks = stream.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      expect(read('openai-responses', SSE, chunks)).toEqual(result)
    }
  })

  test('includes reasoning tokens, if the provider reports them', () => {
    const told = { ...usage, output_tokens_details: { reasoning_tokens: 5 } }
    expect(read('openai-responses', JSON_TYPE, [JSON.stringify({ usage: told })])).toEqual({
      ...result,
      reasoningTokens: 5,
    })
    const chat = { ...chatUsage, completion_tokens_details: { reasoning_tokens: 4 } }
    expect(read('openai-chat', JSON_TYPE, [JSON.stringify({ usage: chat })])).toMatchObject({ reasoningTokens: 4 })
  })

  test('is read from a complete answer, also in the form of older servers', () => {
    expect(read('openai-responses', JSON_TYPE, [JSON.stringify({ output: [], usage })])).toEqual(result)
    const old = JSON.stringify({ usage: { input_tokens: 3, output_tokens: 1 } }, null, 2)
    const nothing = { cachedTokens: 0, cacheWriteTokens: 0 }
    expect(read('openai-responses', JSON_TYPE, [old])).toEqual({ inputTokens: 3, outputTokens: 1, ...nothing })
  })

  test('is unknown if an answer failed before it was counted, or was cut off', () => {
    expect(read('openai-responses', SSE, [begun, event('response.failed', { usage: null })])).toBeUndefined()
    expect(read('openai-responses', SSE, [begun])).toBeUndefined()
    expect(read('openai-responses', JSON_TYPE, ['{"usage":null}'])).toBeUndefined()
  })

  test('includes reasoning that was dropped because its prefix had changed', () => {
    const told = { input_transformations: transformations, usage }
    expect(read('openai-responses', SSE, [event('response.completed', told)])).toEqual({ ...result, lostReasoning: 2 })
    expect(read('openai-responses', JSON_TYPE, [JSON.stringify(told)])).toEqual({ ...result, lostReasoning: 2 })
    const none = { input_transformations: [], usage }
    expect(read('openai-responses', JSON_TYPE, [JSON.stringify(none)])).toEqual({ ...result, lostReasoning: 0 })
  })
})
