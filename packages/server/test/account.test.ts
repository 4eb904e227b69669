import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLAIN_COUNTS } from '../src/adapters/usage-counts.fixture.ts'
import type { UsageEntry } from '../src/money/usage-port.ts'
import { OWN_ACCOUNT } from '../src/openapi/own-account-schema.ts'
import { errorOf, type PlainAnswer, send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'
import { askForView, json, makeAccount, talk } from './transcripts.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({ overrides: { clock: { now: () => NOON } } })
})
afterAll(() => proxy.close())

const ask = (headers: Record<string, string>, method = 'GET') => send(`${proxy.url}/v1/account`, { method, headers })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

function expectRateHeaders({ headers }: PlainAnswer): void {
  for (const name of ['limit', 'remaining', 'reset']) expect(headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/)
}

function used(by: { keyId: string; accountId: string }, changes: Partial<UsageEntry>): UsageEntry {
  const nothing = {
    folded: 0,
    failed: 0,
    billedInputTokens: 0,
    billedCachedTokens: 0,
    outputTokens: 0,
    billMicroCents: 0,
  }
  const tokens = {
    originalTokens: 0,
    optimizedTokens: 0,
    ...PLAIN_COUNTS,
  }
  return {
    ...nothing,
    ...tokens,
    keyId: by.keyId,
    accountId: by.accountId,
    day: '',
    model: 'm',
    requests: 1,
    ...changes,
  }
}

describe('the account of a key', () => {
  test('has its plan, its exact budget, and the usage of today and in total', async () => {
    const own = await makeAccount(proxy, { plan: 'free', budgetMicroCents: 12_345_678 })
    const other = await makeAccount(proxy, { plan: 'pro', budgetMicroCents: 99_000_000 })
    await proxy.server.deps.store.usage.add([
      used(own, {
        day: '2026-11-20',
        originalTokens: 100,
        optimizedTokens: 40,
        billedRequests: 1,
        pricedRequests: 1,
        inputMicroDollars: 40,
        directMicroDollars: 100,
      }),
      used(own, { day: '2026-11-20', model: 'tul1', originalTokens: 10, optimizedTokens: 5 }),
      used(own, { day: '2026-11-19', requests: 7, originalTokens: 1000, optimizedTokens: 900 }),
      used({ ...own, keyId: 'a second key' }, { day: '2026-11-01', originalTokens: 3, optimizedTokens: 3 }),
      used(other, { day: '2026-11-20', requests: 77, originalTokens: 7777, optimizedTokens: 77 }),
    ])
    const money = { billed_requests: 1, priced_requests: 1, usd: 0.00004, direct_usd: 0.0001, saved_usd: 0.00006 }
    const expected = {
      account: own.name,
      plan: 'free',
      tier_label: 'Free',
      budget_cents: 12.345678,
      key: {
        id: own.keyId,
        expires_at: null,
        models: [],
        spending_limit: null,
        spent_today_cents: 0,
        spent_month_cents: 0,
      },
      usage: {
        today: { requests: 2, original_tokens: 110, optimized_tokens: 45, saved_tokens: 65, ...money },
        total: { requests: 10, original_tokens: 1113, optimized_tokens: 948, saved_tokens: 165, ...money },
      },
    }
    for (const headers of [
      bearer(own.key),
      { 'x-api-key': own.key },
      { ...bearer('sk-other'), 'x-api-key': own.key },
    ]) {
      const answer = await ask(headers)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(json(answer)).toEqual(expected)
      expect(OWN_ACCOUNT.strict().parse(json(answer))).toEqual(expected)
      expectRateHeaders(answer)
    }
    expect(json(await ask(bearer(other.key)))).toMatchObject({
      account: other.name,
      usage: { total: { requests: 77 } },
    })
  })

  test('has no usage if it is new', async () => {
    const { key } = await makeAccount(proxy, { plan: 'free' })
    const nothing = { requests: 0, original_tokens: 0, optimized_tokens: 0, saved_tokens: 0 }
    expect(json(await ask(bearer(key)))).toMatchObject({ budget_cents: 0, usage: { today: nothing, total: nothing } })
  })

  test('has a budget that is exact to the micro-cent, for any amount', async () => {
    for (const [budgetMicroCents, text] of [
      [1, '0.000001'],
      [300_000, '0.3'],
      [8_499_999_999_999_999, '8499999999.999999'],
    ] as const) {
      const { key } = await makeAccount(proxy, { plan: 'free', budgetMicroCents })
      expect((await ask(bearer(key))).body.toString()).toContain(`"budget_cents":${text},`)
    }
  })

  test('has the cost and savings of a transcript, and the amount that a pro plan owes', async () => {
    const { key, name } = await makeAccount(proxy, { plan: 'pro' })
    expect(json(await ask(bearer(key)))).toMatchObject({ tier_label: 'Pro', owed_cents: 0 })
    const view = json(await askForView(proxy, key, { messages: talk(12) }))
    await proxy.server.deps.usage.flush()
    expect(json(await ask(bearer(key)))).toMatchObject({
      plan: 'pro',
      owed_cents: view.fee_cents,
      usage: { today: { requests: 1, saved_tokens: view.saving_tokens } },
    })
    // The amount owed stays, and the new plan applies at once.
    await proxy.server.deps.store.accounts.setPlan(name, 'free')
    expect(json(await ask(bearer(key)))).toMatchObject({ plan: 'free', owed_cents: view.fee_cents })
  })
})

describe('the account without a valid key', () => {
  test('is refused with 401 in the plain error format, with the rate limit headers', async () => {
    const { key, keyId } = await makeAccount(proxy, { plan: 'pro' })
    expect((await ask(bearer(key))).status).toBe(200)
    expect(await proxy.server.deps.store.keys.revokeKey(keyId)).toBe(true)
    for (const headers of [
      {},
      bearer('pleat_unknown'),
      { 'x-api-key': 'pleat_unknown' },
      bearer(key),
      { 'x-api-key': key },
    ]) {
      const answer = await ask(headers as Record<string, string>)
      expect([answer.status, Object.keys(json(answer))]).toEqual([401, ['error']])
      expect(errorOf(answer)).toMatchObject({ code: 'unauthorized', type: 'invalid_request_error' })
      expect(answer.headers['x-should-retry']).toBe('false')
      expectRateHeaders(answer)
    }
  })
})

test('a request takes a slot of the rate limit of its key', async () => {
  const { key } = await makeAccount(proxy, { plan: 'pro', requestsPerMinute: 2 })
  const answers = [await ask(bearer(key)), await ask(bearer(key)), await ask(bearer(key))]
  expect(answers.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']])).toEqual([
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ])
})

test('POST to the account is not allowed', async () => {
  const answer = await ask(bearer('pleat_test-key'), 'POST')
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
})
