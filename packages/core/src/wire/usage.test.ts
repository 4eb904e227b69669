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

  test('takes the last chunk of the chat wire', () => {
    expect(read('openai-chat', SSE, [chatStream])).toEqual(chatResult)
  })

  test('reads input that is restated at the end', () => {
    const restated = 'data: {"type":"message_delta","usage":{"input_tokens":12,"output_tokens":5}}\n\n'
    expect(read('anthropic-messages', SSE, [messagesStream, restated])).toMatchObject({ inputTokens: 3_212 })
  })

  test('says nothing when the stream said nothing', () => {
    expect(read('openai-chat', SSE, ['data: {"choices":[]}\n\ndata: [DONE]\n\n'])).toBeUndefined()
  })

  test('counts what came when the stream breaks off', () => {
    const cut = messagesStream.slice(0, messagesStream.indexOf('event: message_delta') + 40)
    expect(read('anthropic-messages', SSE, [cut])).toMatchObject({ inputTokens: 3_210, outputTokens: 1 })
  })

  test('reads a last line without its end', () => {
    expect(read('openai-chat', SSE, [`data: ${JSON.stringify({ usage: chatUsage })}`])).toMatchObject({
      inputTokens: 500,
    })
  })

  test('skips a line that is too long to be usage and goes on after it', () => {
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
  test('reads both wires', () => {
    const chat = JSON.stringify({ model: 'm', usage: chatUsage }, null, 2)
    expect(read('openai-chat', JSON_TYPE, [chat.slice(0, 30), chat.slice(30)])).toMatchObject({ inputTokens: 500 })
    const messages = JSON.stringify(messageStart.message)
    expect(read('anthropic-messages', JSON_TYPE, [messages])).toMatchObject({ inputTokens: 3_210, outputTokens: 1 })
  })

  test('says nothing of errors, of other shapes and of what is no JSON', () => {
    const bodies = ['', '{"type":"error","error":{"message":"no"}}', '[]', 'null', '{"usage":5}', '<html>', '{"usage":']
    for (const body of bodies) {
      expect(read('anthropic-messages', JSON_TYPE, [body])).toBeUndefined()
      expect(read('openai-chat', JSON_TYPE, [body])).toBeUndefined()
    }
  })

  test('takes wrong numbers for none', () => {
    const body = '{"usage":{"prompt_tokens":"5","completion_tokens":-1,"prompt_tokens_details":null}}'
    expect(read('openai-chat', JSON_TYPE, [body])).toEqual({
      inputTokens: 0,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 0,
    })
  })

  test('gives up on an answer that is too long to keep', () => {
    const body = [`{"usage":${JSON.stringify(chatUsage)},"pad":"`, 'x'.repeat(5_000_000), '"}']
    expect(read('openai-chat', JSON_TYPE, body)).toBeUndefined()
  })
})
