import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TranscriptQueueFull } from '../src/routes/transcript-port.ts'
import { errorOf, type PlainAnswer, send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'
import { askForView, json, makeAccount, talk } from './transcripts.ts'

let proxy: TestProxy
let pro: string
beforeAll(async () => {
  proxy = await startProxy({ variables: { PLEAT_MAX_BODY_MB: '6', PLEAT_RPM: '100000' } })
  pro = (await makeAccount(proxy, { plan: 'pro' })).key
})
afterAll(() => proxy.close())

function expectRateHeaders({ headers }: PlainAnswer): void {
  for (const name of ['limit', 'remaining', 'reset']) expect(headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/)
}

describe('the rate limit', () => {
  test('counts by key, and reports the window in headers', async () => {
    const { key } = await makeAccount(proxy, { plan: 'pro', requestsPerMinute: 3 })
    const statuses = []
    for (let i = 0; i < 4; i++) {
      const answer = await askForView(proxy, key, { messages: talk(2) })
      statuses.push([answer.status, answer.headers['x-ratelimit-limit'], answer.headers['x-ratelimit-remaining']])
      if (answer.status === 429) {
        expect(answer.headers['retry-after']).toMatch(/^\d+$/)
        expect(errorOf(answer)).toMatchObject({ code: 'rate_limited' })
      }
    }
    expect(statuses).toEqual([
      [200, '3', '2'],
      [200, '3', '1'],
      [200, '3', '0'],
      [429, '3', '0'],
    ])
  })

  test('counts by address without a key, also for refused requests', async () => {
    const limited = await startProxy({ variables: { PLEAT_RPM: '2' } })
    const statuses = []
    for (const key of [undefined, 'pleat_unknown', undefined])
      statuses.push((await askForView(limited, key, {})).status)
    expect(statuses).toEqual([402, 402, 429])
    await limited.close()
  })
})

describe('an overloaded transcript thread', () => {
  test('causes 503 with Retry-After, without a fee, counted as failed', async () => {
    const busy = {
      enhance: () => Promise.reject(new TranscriptQueueFull(7)),
      warmUp: async () => {},
      close: async () => {},
    }
    const full = await startProxy({ overrides: { transcriptWorker: busy } })
    const { key, name, accountId } = await makeAccount(full, { plan: 'pro' })
    const answer = await askForView(full, key, { messages: talk(9) })
    expect([answer.status, answer.headers['retry-after'], errorOf(answer).code]).toEqual([503, '7', 'busy'])
    expectRateHeaders(answer)
    const { ledger, usage } = full.server.deps.store
    expect(await ledger.list(accountId, { limit: 1 })).toEqual([])
    await full.server.deps.usage.flush()
    expect(await usage.list({ accountName: name })).toMatchObject([{ model: 'tul1', requests: 1, failed: 1 }])
    await full.close()
  })
})

describe('a wrong request', () => {
  const one = [{ role: 'user', content: 'Hi' }]
  test.each<[string, unknown, string, RegExp]>([
    ['nothing', '', 'invalid_json', /JSON/],
    ['no JSON', '{"messages":', 'invalid_json', /JSON/],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'invalid_json', /UTF-8/],
    ['no object', '[]', 'invalid_request', /body must be a JSON object/],
    ['no messages', {}, 'invalid_request', /^messages is required/],
    ['messages that are not an array', { messages: 'a' }, 'invalid_request', /^messages must be an array/],
    ['messages without one', { messages: [] }, 'invalid_request', /^messages must have at least one/],
    ['a message that is no object', { messages: [...one, 1] }, 'invalid_request', /^messages\[1\] must be an object/],
    ['another role', { messages: [{ role: 'system', content: '' }] }, 'invalid_request', /^messages\[0\]\.role must/],
    ['no role', { messages: [{ content: '' }] }, 'invalid_request', /^messages\[0\]\.role is required/],
    [
      'content in parts',
      { messages: [{ role: 'user', content: [] }] },
      'invalid_request',
      /^messages\[0\]\.content must/,
    ],
    [
      'another mode',
      { messages: one, protection_mode: 'on' },
      'invalid_request',
      /one of off, aggressive, balanced, cons/,
    ],
    ['a session id that is too long', { messages: one, session_id: 'x'.repeat(256) }, 'invalid_request', /^session_id/],
    ['an empty session id', { messages: one, session_id: '' }, 'invalid_request', /^session_id/],
    [
      'a session id that is a number',
      { messages: one, session_id: 5 },
      'invalid_request',
      /^session_id must be a string/,
    ],
    ['a model that is a number', { messages: one, model_hint: 5 }, 'invalid_request', /^model_hint must be a string/],
    [
      'a provider that is too long',
      { messages: one, provider_hint: 'x'.repeat(256) },
      'invalid_request',
      /^provider_h/,
    ],
    ['too many messages', { messages: Array(10_001).fill(one[0]) }, 'invalid_request', /^messages .* 10000 messages/],
    [
      'too many characters',
      { messages: [{ role: 'user', content: 'x'.repeat(4_000_001) }] },
      'invalid_request',
      /^messages .* 4000000 characters/,
    ],
  ])('%s is refused with 400 and the field named', async (_name, body, code, message) => {
    const answer = await askForView(proxy, pro, body)
    expect(answer.status).toBe(400)
    const error = errorOf(answer)
    expect(Object.keys(json(answer))).toEqual(['error'])
    expect(error).toMatchObject({ type: 'invalid_request_error', code, message: expect.stringMatching(message) })
    expectRateHeaders(answer)
  })

  test('gets an error that quotes nothing of the body', async () => {
    const secret = { role: 'hidden-role', content: { deep: 'hidden-text' }, 'hidden-name': 1 }
    const bodies = [{ messages: [secret] }, { messages: [{ role: 'user', content: 'a' }], session_id: 'hidden-\n' }]
    for (const body of [...bodies, '{"hidden']) {
      expect((await askForView(proxy, pro, body)).body.toString()).not.toContain('hidden')
    }
    expect(proxy.logLines.join('')).not.toContain('hidden')
  })

  test('of another content type is refused with 415, and one that is too large with 413', async () => {
    const other = await askForView(proxy, pro, '{}', { 'content-type': 'text/plain' })
    expect([other.status, errorOf(other).code]).toEqual([415, 'unsupported_media_type'])
    const large = await askForView(proxy, pro, ' '.repeat(7 * 1024 * 1024))
    expect([large.status, errorOf(large).code]).toEqual([413, 'body_too_large'])
  })

  test('of another method is refused with 405 and the allowed one', async () => {
    const answer = await send(`${proxy.url}/v1/tul1`)
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
    expect(errorOf(answer)).toMatchObject({ code: 'method_not_allowed' })
  })
})

test('no text of a transcript is logged or stored', async () => {
  const messages = talk(12).map(({ role, content }) => ({ role, content: `${content} xyzzyplugh` }))
  const { key, name } = await makeAccount(proxy, { plan: 'free', budgetMicroCents: 1_000_000 })
  const hints = { model_hint: 'claude-xyzzyplugh', provider_hint: 'xyzzyplugh', session_id: 'xyzzyplugh' }
  const answer = await askForView(proxy, key, { messages, ...hints }, { 'idempotency-key': 'xyzzyplugh' })
  expect(answer.status).toBe(200)
  const { store } = proxy.server.deps
  const account = (await store.keys.findAccount(name))!
  expect(JSON.stringify(await store.ledger.list(account.id, { limit: 9 }))).not.toContain('xyzzy')
  const { dataDir } = proxy.server.deps.config
  for (const file of readdirSync(dataDir)) expect(readFileSync(`${dataDir}/${file}`).includes('xyzzy')).toBe(false)
  expect(proxy.logLines.join('')).not.toContain('xyzzy')
})
