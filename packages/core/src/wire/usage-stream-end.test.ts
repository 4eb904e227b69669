import { describe, expect, test } from 'vitest'
import type { WireFormat } from '../conversation.ts'
import { createUsageTap } from './usage.ts'

const SSE = 'text/event-stream; charset=utf-8'
const JSON_TYPE = 'application/json'

describe('a stream of the Responses API that ends', () => {
  const event = (type: string) => `event: ${type}\ndata: ${JSON.stringify({ type, response: { usage: null } })}\n\n`
  const begun = event('response.created') + event('response.output_text.delta')
  const isWhole = (format: WireFormat, type: string, stream: string, size = stream.length) => {
    const tap = createUsageTap(format, type)
    for (const chunk of stream.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []) tap.push(chunk)
    return tap.isWhole()
  }

  test.each(['response.completed', 'response.incomplete', 'response.failed', 'error'])(
    'is whole with %s, and with no event before',
    (type) => {
      const last = event(type)
      for (const size of [1, 7, 1000]) {
        expect(isWhole('openai-responses', SSE, begun + last, size)).toBe(true)
        expect(isWhole('openai-responses', SSE, begun, size)).toBe(false)
      }
      expect(isWhole('openai-responses', SSE, begun + last.trimEnd())).toBe(true)
      expect(isWhole('openai-responses', SSE, begun + last.slice(0, last.indexOf('data:') + 20))).toBe(false)
      expect(isWhole('openai-responses', SSE, begun + last.slice(0, last.indexOf('data:')))).toBe(false)
    },
  )

  test('is recognised by types if events have no names, and by the marker of other servers', () => {
    const nameless = (stream: string) => stream.replaceAll(/event: .*\n/g, '')
    const last = event('response.completed')
    expect(isWhole('openai-responses', SSE, nameless(begun + last))).toBe(true)
    expect(isWhole('openai-responses', SSE, nameless(begun))).toBe(false)
    expect(isWhole('openai-responses', SSE, `${begun}data: [DONE]\n\n`)).toBe(true)
    const quoted = `data: ${JSON.stringify({ type: 'response.output_text.delta', delta: '"type":"response.completed"' })}\n\n`
    expect(isWhole('openai-responses', SSE, quoted)).toBe(false)
  })

  test('may have had its last event in a line too long to read', () => {
    const long = `event: response.completed\ndata: {"type":"response.completed","text":"${'x'.repeat(1_100_000)}"}\n\n`
    expect(isWhole('openai-responses', SSE, begun + long, 60_000)).toBe(true)
    expect(isWhole('openai-responses', SSE, begun + long.replace('completed\n', 'in_progress\n'), 60_000)).toBe(false)
  })

  test('is not checked in other answers', () => {
    expect(isWhole('openai-responses', JSON_TYPE, '{"output":[]}')).toBe(true)
    expect(isWhole('openai-chat', SSE, 'data: {"choices":[]}\n\n')).toBe(true)
    expect(isWhole('anthropic-messages', SSE, 'event: ping\ndata: {"type": "ping"}\n\n')).toBe(true)
  })
})
