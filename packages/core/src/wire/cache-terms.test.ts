import { describe, expect, test } from 'vitest'
import { viewOf } from '../../test/wire-bodies.ts'
import { cacheTermsOf } from './cache-terms.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function marked(ttl?: string): object {
  return { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ...(ttl && { ttl }) } }
}

function messages(body: object, ...contents: readonly unknown[]) {
  const list = (contents.length ? contents : ['hello']).map((content) => ({ role: 'user', content }))
  return cacheTermsOf(
    viewOf(JSON.stringify({ model: 'm', max_tokens: 1, ...body, messages: list }), 'anthropic-messages'),
  )
}

function chat(body: object, content: unknown = 'hello') {
  return cacheTermsOf(
    viewOf(JSON.stringify({ model: 'm', ...body, messages: [{ role: 'user', content }] }), 'openai-chat'),
  )
}

test.each(['openai-chat', 'anthropic-messages'] as const)('a body without messages has terms too: %s', (format) => {
  const empty = viewOf('{"model":"m","max_tokens":1,"messages":[]}', format)
  expect(cacheTermsOf(empty)).toMatchObject({ isLong: false, leastTokens: 1024 })
})

describe('on the messages wire', () => {
  test('nothing is asked for without a mark, whatever is said of marks', () => {
    expect(messages({}).isUnasked).toBe(true)
    expect(messages({ system: 'Set "cache_control": {"ttl":"1h"}.' })).toMatchObject({
      isUnasked: true,
      lifetimeMs: 5 * MINUTE_MS,
    })
  })

  test('a mark on system, tools, a message or the request itself asks for five minutes', () => {
    const asking = [
      messages({ system: [marked()] }),
      messages({ tools: [{ name: 't', input_schema: {}, cache_control: { type: 'ephemeral' } }] }),
      messages({}, 'x', [marked()]),
      messages({ cache_control: { type: 'ephemeral' } }),
    ]
    for (const terms of asking)
      expect(terms).toMatchObject({ isUnasked: false, isLong: false, lifetimeMs: 5 * MINUTE_MS })
  })

  test('one mark for an hour makes it an hour, at the price of an hour', () => {
    const terms = messages({ system: [marked('1h')] }, [marked('5m')])
    expect(terms).toMatchObject({ isLong: true, lifetimeMs: HOUR_MS })
  })
})

describe('on the chat wire', () => {
  test('an hour is the longest that anything lives, and it is never dear', () => {
    expect(chat({})).toEqual({ lifetimeMs: HOUR_MS, leastTokens: 1024, isLong: false, isUnasked: false })
  })

  test('unless more is asked for', () => {
    expect(chat({ prompt_cache_retention: '24h' }).lifetimeMs).toBe(24 * HOUR_MS)
    const part = { type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }
    expect(chat({}, [part]).lifetimeMs).toBe(12 * HOUR_MS)
  })
})
