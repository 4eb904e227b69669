import { describe, expect, test } from 'vitest'
import { viewOf } from '../../test/wire-bodies.ts'
import { NO_CACHING } from '../caching.ts'
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
  expect(cacheTermsOf(empty)).toMatchObject({ leastTokens: 1024 })
})

describe('on the messages wire', () => {
  test('nothing is asked for without a mark, whatever is said of marks', () => {
    expect(messages({}).caching).toEqual(NO_CACHING)
    expect(messages({ system: 'Set "cache_control": {"ttl":"1h"}.' })).toMatchObject({
      caching: NO_CACHING,
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
      expect(terms).toMatchObject({ caching: { kind: 'asked', write: 1.25 }, lifetimeMs: 5 * MINUTE_MS })
  })

  test('one mark for an hour makes it an hour, at the price of an hour', () => {
    const terms = messages({ system: [marked('1h')] }, [marked('5m')])
    expect(terms).toMatchObject({ caching: { kind: 'asked', write: 2 }, lifetimeMs: HOUR_MS })
  })

  test.each([
    ['claude-sonnet-4-5', 1024],
    ['claude-opus-4-5-20251101', 4096],
    ['anthropic/claude-haiku-4.5', 4096],
    ['claude-opus-5-5', 512],
    ['a-model-of-tomorrow', 4096],
  ])('the least that is cached depends on the model: %s', (model, leastTokens) => {
    expect(messages({ model, system: [marked()] }).caching.leastTokens).toBe(leastTokens)
  })
})

describe('on the chat wire', () => {
  test('an hour is the longest that anything lives, and it is never dear', () => {
    const caching = { kind: 'automatic', write: 1, leastTokens: 1024 }
    expect(chat({})).toEqual({ lifetimeMs: HOUR_MS, leastTokens: 1024, caching })
  })

  test('newer models charge for what they write', () => {
    expect(chat({ model: 'gpt-5.6-terra' }).caching.write).toBe(1.25)
    expect(chat({ model: 'gpt-5' }).caching.write).toBe(1)
  })

  test('unless more is asked for', () => {
    expect(chat({ prompt_cache_retention: '24h' }).lifetimeMs).toBe(24 * HOUR_MS)
    const part = { type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }
    expect(chat({}, [part]).lifetimeMs).toBe(12 * HOUR_MS)
  })
})
