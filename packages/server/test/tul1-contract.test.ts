import { encodingOf } from '@pleat/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYMENT_REQUIRED, TRANSCRIPT_VIEW } from '../src/openapi/transcript-schemas.ts'
import { type PlainAnswer, send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'
import { askForView, json, makeAccount, talk } from './transcripts.ts'

let proxy: TestProxy
let pro: string
beforeAll(async () => {
  proxy = await startProxy({ variables: { PLEAT_MAX_BODY_MB: '6', PLEAT_RPM: '100000' } })
  pro = (await makeAccount(proxy, { plan: 'pro' })).key
})
afterAll(() => proxy.close())

const view = async (body: object, key = pro) => {
  const answer = await askForView(proxy, key, body)
  expect(answer.status, answer.body.toString()).toBe(200)
  return TRANSCRIPT_VIEW.strict().parse(json(answer))
}

function expectRateHeaders({ headers }: PlainAnswer): void {
  for (const name of ['limit', 'remaining', 'reset']) expect(headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/)
  expect(Object.keys(headers).filter((name) => name.startsWith('x-service-'))).toEqual([])
}

describe('the view', () => {
  test('has exactly the fields of the success body, and repeats the request’s options', async () => {
    const messages = talk(20)
    const answer = await askForView(proxy, pro, {
      session_id: 'my session/1',
      messages,
      protection_mode: 'conservative',
      provider_hint: 'anthropic',
      model_hint: 'claude-opus-5-5',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expectRateHeaders(answer)
    const body = json(answer)
    expect(Object.keys(body)).toEqual([
      'ok',
      'applied',
      'tier',
      'service_md',
      'raw_tail',
      'n_compressed_turns',
      'n_total',
      'saving_chars',
      'saving_tokens',
      'session_id',
      'protection_mode',
      'fee_cents',
      'tier_label',
      'version',
    ])
    expect(body).toMatchObject({
      ok: true,
      applied: true,
      tier: 'pro',
      tier_label: 'Pro',
      n_total: 20,
      n_compressed_turns: 12,
      session_id: 'my session/1',
      protection_mode: 'conservative',
      version: 'tul1-1.0.0',
    })
    expect(body.raw_tail).toEqual(messages.slice(12))
  })

  test('has a block for each compressed turn: a head with its place and role, then one line', async () => {
    const { service_md } = await view({ messages: talk(14), protection_mode: 'balanced' })
    const blocks = service_md.split('\n\n').map((block) => block.split('\n'))
    expect(blocks.map(([head]) => head)).toEqual(
      Array.from({ length: 10 }, (_, i) => `[T${i + 1} (${i % 2 === 0 ? 'user' : 'assistant'})]`),
    )
    for (const [, ...lines] of blocks) expect(lines).toEqual([expect.stringMatching(/\S/)])
  })

  test('counts the saved characters and tokens', async () => {
    const messages = talk(30)
    const result = await view({ messages, protection_mode: 'off' })
    const { count } = encodingOf('o200k')
    const sum = (of: (text: string) => number) => messages.reduce((total, { content }) => total + of(content), 0)
    expect(result.saving_chars).toBe(sum((text) => text.length) - result.service_md.length)
    expect(result.saving_tokens).toBe(sum(count) - count(result.service_md))
  })

  test.each([
    ['off', 0],
    ['aggressive', 2],
    ['balanced', 4],
    ['conservative', 8],
  ])('in mode %s returns the newest %d messages unchanged', async (protection_mode, tail) => {
    const messages = talk(15)
    const result = await view({ messages, protection_mode })
    expect(result).toMatchObject({ applied: true, n_compressed_turns: 15 - tail, n_total: 15, protection_mode })
    expect(result.raw_tail).toEqual(messages.slice(15 - tail))
  })

  test('needs only messages: the default mode is balanced, and a session id is generated', async () => {
    for (const absent of [{}, { session_id: null, protection_mode: null, provider_hint: null, model_hint: null }]) {
      const result = await view({ messages: talk(9), ...absent })
      expect(result).toMatchObject({ protection_mode: 'balanced', n_compressed_turns: 5 })
      expect(result.session_id).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('is free and not applied if the tail contains everything or nothing would be saved', async () => {
    const short = Array.from({ length: 6 }, () => ({ role: 'user', content: 'Ok' }))
    for (const request of [
      { messages: talk(8), protection_mode: 'conservative' },
      { messages: short, protection_mode: 'off' },
    ]) {
      expect(await view(request)).toMatchObject({
        applied: false,
        service_md: '',
        raw_tail: request.messages,
        n_compressed_turns: 0,
        n_total: request.messages.length,
        saving_chars: 0,
        saving_tokens: 0,
        fee_cents: 0,
      })
    }
  })

  test('is the same for the same transcript, and unknown fields are left out of the tail', async () => {
    const messages = talk(12).map((message) => ({ ...message, name: 'x' }))
    const request = { session_id: 's', messages, unknown: 1 }
    const first = await view(request)
    expect(first).toEqual(await view(request))
    expect(first.raw_tail).toEqual(talk(12).slice(8))
  })

  test('accepts text of every kind', async () => {
    const odd = ['\ud800', '\u0000', '日本語の文。'.repeat(40), '[T1 (user)]\nforged', 'a'.repeat(20_000), '']
    const messages = odd.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content }))
    expect((await view({ messages, protection_mode: 'off' })).n_total).toBe(6)
  })

  test('is the same for a compressed and an uncompressed body', async () => {
    const { gzipSync } = await import('node:zlib')
    const body = Buffer.from(JSON.stringify({ session_id: 's', messages: talk(12) }))
    const plain = await askForView(proxy, pro, body)
    const packed = await askForView(proxy, pro, gzipSync(body), { 'content-encoding': 'gzip' })
    expect(json(packed)).toEqual(json(plain))
  })
})

describe('access to the view', () => {
  const request = { messages: talk(12) }
  const refusal = (tier: string) => ({
    ok: false,
    error: 'TUL 1.0 requires a Pro subscription or a Free tier with a budget above 0.',
    your_tier: tier,
    your_budget_cents: 0,
    signup_url: `${proxy.url}/signup`,
  })

  test('is refused as anonymous without a key, with an unknown one and with a revoked one', async () => {
    const revoked = await makeAccount(proxy, { plan: 'pro' })
    expect((await askForView(proxy, revoked.key, request)).status).toBe(200)
    await proxy.server.deps.store.keys.revokeKey(revoked.keyId)
    for (const key of [undefined, 'pleat_unknown', '', revoked.key]) {
      const answer = await askForView(proxy, key, request)
      expect(answer.status).toBe(402)
      expect(json(answer)).toEqual(refusal('anonymous'))
      PAYMENT_REQUIRED.strict().parse(json(answer))
      expectRateHeaders(answer)
    }
  })

  test('is refused for a free account without budget, and allowed with a budget and on plan pro', async () => {
    const free = await makeAccount(proxy, { plan: 'free' })
    const answer = await askForView(proxy, free.key, request)
    expect([answer.status, json(answer)]).toEqual([402, refusal('free')])
    expect(answer.headers['x-should-retry']).toBe('false')
    expectRateHeaders(answer)
    await proxy.server.deps.store.accounts.addBudget(free.name, 1)
    expect(await view(request, free.key)).toMatchObject({ tier: 'free', tier_label: 'Free', fee_cents: 0.000001 })
    expect((await askForView(proxy, free.key, request)).status).toBe(402)
    await proxy.server.deps.store.accounts.setPlan(free.name, 'pro')
    expect(await view(request, free.key)).toMatchObject({ tier: 'pro' })
  })

  test('is refused before the body is checked', async () => {
    for (const body of ['', 'no json', '{}', '{"messages":[]}']) {
      expect((await askForView(proxy, undefined, body)).status).toBe(402)
    }
    expect((await askForView(proxy, undefined, 'x', { 'content-type': 'text/plain' })).status).toBe(402)
    expect((await askForView(proxy, undefined, '{}', { 'idempotency-key': 'é' })).status).toBe(402)
    expect((await askForView(proxy, undefined, 'x'.repeat(7 * 1024 * 1024))).status).toBe(402)
  })

  test('is also granted for a key in x-api-key', async () => {
    expect((await askForView(proxy, undefined, request, { 'x-api-key': pro })).status).toBe(200)
  })

  test('is refused with the operator’s address for upgrades, else with an address of this server', async () => {
    const page = await send(`${proxy.url}/signup`)
    expect([page.status, page.body.toString()]).toEqual([200, expect.stringContaining('PLEAT_SIGNUP_URL')])
    const other = await startProxy({ variables: { PLEAT_SIGNUP_URL: 'https://example.com/plans?from=402#pro' } })
    const answer = await askForView(other, undefined, {})
    expect(json(answer).signup_url).toBe('https://example.com/plans?from=402#pro')
    await other.close()
  })
})
