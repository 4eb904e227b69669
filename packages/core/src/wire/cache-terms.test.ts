import { describe, expect, test } from 'vitest'
import { viewOf } from '../../test/wire-bodies.ts'
import { NO_CACHING } from '../caching.ts'
import { CACHE_TABLE, type CacheTable } from './cache-models.ts'
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
  const leastTokens = format === 'openai-chat' ? 1024 : 4096
  expect(cacheTermsOf(empty)).toMatchObject({ caching: { leastTokens } })
})

describe('on the messages wire', () => {
  test('nothing is requested without a mark, even if the text mentions marks', () => {
    expect(messages({}).caching.kind).toBe('unasked')
    expect(messages({ system: 'Set "cache_control": {"ttl":"1h"}.' })).toMatchObject({
      caching: { kind: 'unasked', write: 1.25 },
      lifetimeMs: 5 * MINUTE_MS,
    })
  })

  test.each([
    ['of the parameters of a tool', { tools: [{ name: 't', input_schema: { properties: { cache_control: {} } } }] }],
    ['of metadata', { metadata: { cache_control: { type: 'ephemeral', ttl: '1h' } } }],
  ])('a member %s with the name of a mark asks for nothing', (_place, body) => {
    expect(messages(body)).toMatchObject({ caching: { kind: 'unasked' }, lifetimeMs: 5 * MINUTE_MS })
  })

  test('the input of a tool in a marked message asks for no lifetime', () => {
    const call = { type: 'tool_use', id: 't', name: 'n', input: { ttl: '1h', cache_control: { ttl: '1h' } } }
    const list = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [call, marked()] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'b' }] },
    ]
    const body = JSON.stringify({ model: 'm', max_tokens: 1, messages: list })
    const terms = cacheTermsOf(viewOf(body, 'anthropic-messages'))
    expect(terms).toMatchObject({ caching: { kind: 'asked', write: 1.25 }, lifetimeMs: 5 * MINUTE_MS })
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

  test('one mark for an hour makes the lifetime an hour, at the price of an hour', () => {
    const terms = messages({ system: [marked('1h')] }, [marked('5m')])
    expect(terms).toMatchObject({ caching: { kind: 'asked', write: 2 }, lifetimeMs: HOUR_MS })
  })

  test.each([
    ['claude-sonnet-4-5', 1024],
    ['claude-opus-4-5-20251101', 4096],
    ['anthropic/claude-haiku-4.5', 4096],
    ['claude-opus-5-5', 512],
    ['a-model-of-tomorrow', 4096],
  ])('the cacheable minimum depends on the model: %s', (model, leastTokens) => {
    expect(messages({ model, system: [marked()] }).caching.leastTokens).toBe(leastTokens)
  })
})

describe('on the chat wire', () => {
  test('the lifetime is an hour by default, at no extra price', () => {
    const caching = { kind: 'automatic', read: 0.1, write: 1, leastTokens: 1024, step: 128 }
    expect(chat({})).toEqual({ lifetimeMs: HOUR_MS, caching })
  })

  test.each([
    ['gpt-4o-2024-11-20', 0.5],
    ['openai/gpt-4.1-mini', 0.25],
    ['gpt-5.5', 0.1],
    ['a-model-of-tomorrow', 0.1],
  ])('the discount is that of the model, or the largest: %s', (model, read) => {
    expect(chat({ model }).caching.read).toBe(read)
  })

  test('newer models charge for cache writes', () => {
    expect(chat({ model: 'gpt-5.6-terra' }).caching.write).toBe(1.25)
    expect(chat({ model: 'gpt-5' }).caching.write).toBe(1)
  })

  test('a longer lifetime applies only if requested', () => {
    expect(chat({ prompt_cache_retention: '24h' }).lifetimeMs).toBe(24 * HOUR_MS)
    const part = { type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }
    expect(chat({}, [part]).lifetimeMs).toBe(12 * HOUR_MS)
    expect(chat({ prompt_cache_options: { mode: 'explicit', ttl: '12h' } }).lifetimeMs).toBe(12 * HOUR_MS)
    expect(chat({ metadata: { ttl: '24h' } }).lifetimeMs).toBe(HOUR_MS)
  })
})

describe('a table of the operator', () => {
  const table: CacheTable = [
    { provider: 'openai', words: ['my', 'model'], cached: false },
    { provider: 'openai', words: ['gpt', '5'], read: 0.3, least_tokens: 2048, step_tokens: 64, lifetime_minutes: 10 },
    { provider: 'anthropic', words: [], write_hour: 3 },
    ...CACHE_TABLE,
  ]

  test('takes precedence over the built-in one, field by field', () => {
    const terms = cacheTermsOf(viewOf('{"model":"gpt-5.6","messages":[]}', 'openai-chat'), table)
    const caching = { kind: 'automatic', read: 0.3, write: 1.25, leastTokens: 2048, step: 64 }
    expect(terms).toEqual({ lifetimeMs: 10 * MINUTE_MS, caching })
  })

  test('may state that a model caches nothing', () => {
    const terms = cacheTermsOf(viewOf('{"model":"my/model-7b","messages":[]}', 'openai-chat'), table)
    expect(terms.caching).toEqual(NO_CACHING)
  })

  test('prices a requested lifetime of an hour', () => {
    const body = { model: 'claude-opus-5', max_tokens: 1, system: [marked('1h')], messages: [] }
    expect(cacheTermsOf(viewOf(JSON.stringify(body), 'anthropic-messages'), table).caching.write).toBe(3)
  })
})
