import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { errorOf, type PlainAnswer, send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'
import { askForView, json, makeAccount, talk } from './transcripts.ts'

const TOKEN = 'a token of the operator'.replaceAll(' ', '-')
let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({ secrets: { adminToken: TOKEN } })
})
afterAll(() => proxy.close())

function admin(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<PlainAnswer> {
  return send(`${proxy.url}/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

describe('the admin token', () => {
  test('is required, and failed attempts count for the rate limit of the address', async () => {
    const limited = await startProxy({ secrets: { adminToken: TOKEN }, variables: { PLEAT_RPM: '6' } })
    const tries = [
      undefined,
      'Bearer',
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      'Bearer x',
      'Bearer y',
    ]
    const statuses = []
    for (const authorization of tries) {
      const answer = await send(`${limited.url}/admin/v1/accounts`, { headers: authorization ? { authorization } : {} })
      statuses.push(answer.status)
      expect(answer.headers['x-ratelimit-limit']).toBe('6')
      expect(Object.keys(json(answer))).toEqual(['error'])
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
    await limited.close()
  })

  test('is accepted even if others have used up the rate limit of the address', async () => {
    const limited = await startProxy({ secrets: { adminToken: TOKEN }, variables: { PLEAT_RPM: '3' } })
    const ask = async (token: string) =>
      (await send(`${limited.url}/admin/v1/accounts`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await ask('x'), await ask('x'), await ask('x'), await ask('x')]).toEqual([401, 401, 401, 429])
    expect([await ask(TOKEN), await ask(TOKEN), await ask('x')]).toEqual([200, 200, 429])
    await limited.close()
  })

  test('is not a key of the API, and a key is not an admin token', async () => {
    const answer = await send(`${proxy.url}/admin/v1/keys`, { headers: { authorization: 'Bearer pleat_test-key' } })
    expect([answer.status, errorOf(answer).code]).toEqual([401, 'unauthorized'])
    expect((await askForView(proxy, TOKEN, { messages: talk(9) })).status).toBe(402)
  })

  test('must be configured; without it, the response names the variable', async () => {
    const closed = await startProxy()
    const answer = await send(`${closed.url}/admin/v1/accounts`, { headers: { authorization: 'Bearer undefined' } })
    expect([answer.status, errorOf(answer).code]).toEqual([404, 'admin_disabled'])
    expect(errorOf(answer).message).toContain('PLEAT_ADMIN_TOKEN')
    await closed.close()
  })

  test('never appears in the log', async () => {
    await admin('GET', '/accounts')
    expect(proxy.logLines.join('')).not.toContain(TOKEN)
  })
})

describe('the deletion of an account', () => {
  test('removes its data, refuses its key at once, and keeps a balanced ledger', async () => {
    const { name, key } = await makeAccount(proxy, { plan: 'pro' })
    expect((await askForView(proxy, key, { messages: talk(20) })).status).toBe(200)
    const path = `/accounts/${encodeURIComponent(name)}`
    const deleted = await admin('DELETE', path)
    expect(deleted.status).toBe(200)
    expect(json(deleted)).toMatchObject({ account: name, deleted: true, keys: 1, kept_ledger_entries: 1 })
    expect((await admin('GET', path)).status).toBe(404)
    expect((await admin('DELETE', path)).status).toBe(404)
    expect((await askForView(proxy, key, { messages: talk(20) })).status).toBe(402)
    expect(json(await admin('GET', '/ledger/verify'))).toMatchObject({ ok: true })
  })
})

describe('accounts', () => {
  test('are created, shown, changed and listed', async () => {
    const made = await admin('POST', '/accounts', { account: 'Ångström & Co', budget_cents: '0.3' })
    expect(made.status).toBe(201)
    expect(json(made)).toMatchObject({ account: 'Ångström & Co', plan: 'free', budget_cents: 0.3, owed_cents: 0 })
    const path = `/accounts/${encodeURIComponent('Ångström & Co')}`
    expect(json(await admin('PATCH', path, { plan: 'pro' }))).toMatchObject({ plan: 'pro' })
    expect(json(await admin('POST', `${path}/budget`, { add_cents: 12.345678 }))).toMatchObject({
      budget_cents: 12.645678,
    })
    expect(json(await admin('GET', path))).toEqual({ ...json(made), plan: 'pro', budget_cents: 12.645678 })
    const { accounts } = json(await admin('GET', '/accounts')) as { accounts: { account: string }[] }
    expect(accounts.map(({ account }) => account)).toContain('Ångström & Co')
    const again = await admin('POST', '/accounts', { account: 'Ångström & Co' })
    expect([again.status, errorOf(again).code]).toEqual([409, 'already_exists'])
  })

  test('get 404 if they do not exist', async () => {
    for (const [method, path, body] of [
      ['GET', '/accounts/nobody', undefined],
      ['PATCH', '/accounts/nobody', { plan: 'pro' }],
      ['DELETE', '/accounts/nobody', undefined],
      ['POST', '/accounts/nobody/budget', { add_cents: 1 }],
      ['GET', '/accounts/nobody/ledger', undefined],
    ] as const) {
      const answer = await admin(method, path, body)
      expect([answer.status, errorOf(answer).code]).toEqual([404, 'not_found'])
    }
  })

  test('get a budget once for each Idempotency-Key', async () => {
    await admin('POST', '/accounts', { account: 'once' })
    const add = (add_cents: number) => admin('POST', '/accounts/once/budget', { add_cents }, { 'idempotency-key': 'k' })
    await Promise.all([add(5), add(5)])
    expect(json(await add(5))).toMatchObject({ budget_cents: 5 })
    expect((await add(6)).status).toBe(409)
  })

  test('have a payment recorded once for each Idempotency-Key, up to the amount owed', async () => {
    const { key, name } = await makeAccount(proxy, { plan: 'pro' })
    await askForView(proxy, key, { messages: talk(12) })
    const path = `/accounts/${encodeURIComponent(name)}`
    const owed = Number(json(await admin('GET', path)).owed_cents)
    expect(owed).toBeGreaterThan(0)
    const settle = (settle_cents: number) =>
      admin('POST', `${path}/settlements`, { settle_cents }, { 'idempotency-key': 'paid' })
    const tooMuch = await settle(owed + 1)
    expect([tooMuch.status, errorOf(tooMuch).message]).toEqual([
      400,
      `settle_cents: The account owes only ${owed} cents.`,
    ])
    await Promise.all([settle(owed), settle(owed)])
    expect(json(await settle(owed))).toMatchObject({ owed_cents: 0 })
    expect((await settle(0)).status).toBe(409)
    const { entries } = json(await admin('GET', `${path}/ledger`)) as { entries: Record<string, unknown>[] }
    expect(entries.map(({ kind, book, amount_cents }) => [kind, book, amount_cents])).toEqual([
      ['settled', 'owed', -owed],
      ['charge', 'owed', owed],
    ])
    expect(json(await admin('GET', '/ledger/verify'))).toMatchObject({ ok: true })
    expect((await admin('POST', '/accounts/nobody/settlements', { settle_cents: 1 })).status).toBe(404)
  })

  test.each<[string, string, unknown, RegExp]>([
    ['POST', '/accounts', {}, /^account is required/],
    ['POST', '/accounts', { account: ' ' }, /^account must be a name/],
    ['POST', '/accounts', { account: 'a', plan: 'gold' }, /^plan must be free or pro/],
    ['POST', '/accounts', { account: 'a', budget_cents: -1 }, /^budget_cents must be an amount/],
    ['POST', '/accounts', { account: 'a', budget_cents: '1e3' }, /^budget_cents must be an amount/],
    ['POST', '/accounts', { account: 'a', budget_cents: 0.0000001 }, /^budget_cents must be an amount/],
    ['PATCH', '/accounts/test', {}, /^plan is required/],
    ['POST', '/accounts/test/budget', { add_cents: null }, /^add_cents must be an amount/],
    ['POST', '/keys', { account: 'a', requests_per_minute: 0 }, /^requests_per_minute must be at least 1/],
    ['POST', '/keys', [], /body must be a JSON object/],
    ['POST', '/keys', '{', /JSON/],
    [
      'POST',
      '/keys',
      { account: 'a', spending_limits: { cents: 1, period: 'day' } },
      /^The request body has an unknown field \(spending_limits\); known fields are account, .*spending_limit, /,
    ],
    ['PATCH', '/keys/any', { 'blocked <b>': true }, /^The request body has an unknown field; known fields are /],
    ['POST', '/keys/any/rotations', { grace: 0 }, /unknown field \(grace\); known fields are grace_seconds\.$/],
    ['POST', '/accounts', { account: 'a', budget: 5 }, /unknown field \(budget\)/],
    ['PATCH', '/accounts/test', { plan: 'pro', budget_cents: 5 }, /unknown field \(budget_cents\)/],
    ['POST', '/accounts/test/budget', { add_cents: 1, cents: 5 }, /unknown field \(cents\)/],
    ['POST', '/accounts/test/settlements', { settle_cents: 1, cents: 5 }, /unknown field \(cents\)/],
    ['GET', '/accounts/test/ledger?limit=0', undefined, /^limit must be/],
    ['GET', '/accounts/test/ledger?before=x', undefined, /^before must be/],
    ['GET', '/usage?from_day=2026-13-01', undefined, /^from_day must be a day/],
  ])('%s %s with %j is refused with the field named', async (method, path, body, message) => {
    const answer = await admin(method, path, body)
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toMatch(message)
  })
})

describe('keys', () => {
  test('work until they are revoked, and are shown once', async () => {
    await admin('POST', '/accounts', { account: 'with keys', plan: 'pro' })
    const made = json(await admin('POST', '/keys', { account: 'with keys', requests_per_minute: 7 }))
    const { key, ...shown } = made as { key: string; id: string }
    const served = await askForView(proxy, key, { messages: talk(9) })
    expect([served.status, served.headers['x-ratelimit-limit']]).toEqual([200, '7'])
    const listed = await admin('GET', '/keys')
    expect((json(listed).keys as unknown[]).at(-1)).toEqual(shown)
    expect(listed.body.toString()).not.toContain(key)
    expect(json(await admin('DELETE', `/keys/${shown.id}`))).toEqual({ id: shown.id, revoked: true })
    expect((await askForView(proxy, key, { messages: talk(9) })).status).toBe(402)
    expect((await admin('DELETE', `/keys/${shown.id}`)).status).toBe(404)
  })
})

test('a new key sets the plan and the budget of its account if they are given', async () => {
  const account = `account ${Math.random().toString(36).slice(2)}`
  expect(json(await admin('POST', '/keys', { account, plan: 'pro', budget_cents: 2.5 }))).toMatchObject({ plan: 'pro' })
  expect(json(await admin('POST', '/keys', { account }))).toMatchObject({ plan: 'pro' })
  const { accounts } = json(await admin('GET', '/accounts')) as { accounts: { account: string }[] }
  expect(accounts.find((each) => each.account === account)).toMatchObject({ plan: 'pro', budget_cents: 2.5 })
})

test('a new key is shown although the bills cannot be read, and no key is replaced unless they can', async () => {
  const { store } = proxy.server.deps
  const account = await makeAccount(proxy, { plan: 'free' })
  const bills = vi.spyOn(store.usage, 'bills').mockRejectedValue(new Error('the store is gone'))
  const created = await admin('POST', '/keys', { account: account.name })
  expect(created.status).toBe(201)
  const { id, key } = json(created) as { id: string; key: string }
  expect((await admin('POST', `/keys/${id}/rotations`, {})).status).toBe(500)
  bills.mockRestore()
  const answer = await send(`${proxy.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(200)
})

describe('the ledger and the usage', () => {
  test('list every charge with its reason, and agree on the sums', async () => {
    await admin('POST', '/accounts', { account: 'charged', plan: 'free', budget_cents: 3 })
    const { key, id } = json(await admin('POST', '/keys', { account: 'charged' })) as { key: string; id: string }
    const view = json(await askForView(proxy, key, { messages: talk(12), model_hint: 'gpt-5.4-mini' }))
    const { entries } = json(await admin('GET', '/accounts/charged/ledger?limit=1')) as { entries: unknown[] }
    expect(entries).toEqual([
      {
        sequence: 2,
        book: 'budget',
        kind: 'charge',
        amount_cents: -Number(view.fee_cents),
        balance_cents: (3_000_000 - Math.round(Number(view.fee_cents) * 1_000_000)) / 1_000_000,
        created_at: expect.stringMatching(/Z$/),
        charge: {
          key_id: id,
          saved_tokens: view.saving_tokens,
          price: 'gpt-5.4-mini',
          usd_per_million_tokens: 0.75,
          share_percent: 30,
          full_fee_cents: view.fee_cents,
        },
      },
    ])
    expect(json(await admin('GET', '/ledger/verify')).ok).toBe(true)
    await proxy.server.deps.usage.flush()
    const usage = json(await admin('GET', '/usage?from_day=2026-01-01&account=charged'))
    const row = { account: 'charged', kind: 'transcript', model: null, requests: 1, folded: 1, failed: 0 }
    expect(usage).toMatchObject({ from_day: '2026-01-01', usage: [row] })
    const { original_tokens, optimized_tokens } = (usage.usage as Record<string, number>[])[0]!
    expect(original_tokens! - optimized_tokens!).toBe(view.saving_tokens)
  })
})
