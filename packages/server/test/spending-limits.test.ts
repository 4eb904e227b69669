import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { begin } from './begin-request.ts'
import { type LimitedProxy, startLimited } from './limited-keys.ts'
import { CHAT, errorOf, MESSAGE, send } from './plain-client.ts'
import { reply } from './scripted-upstream.ts'
import { json } from './transcripts.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const DAY_MS = 86_400_000

/** At 2.50 dollars a million input and 10 dollars a million output tokens: one cent. */
const ONE_CENT = { prompt_tokens: 2000, completion_tokens: 500 }

let proxy: LimitedProxy
beforeAll(async () => {
  proxy = await startLimited(NOON)
})
afterAll(() => proxy.close())
beforeEach(() => {
  proxy.clock.now = NOON
  proxy.upstream.play(reply(200, JSON.stringify({ usage: ONE_CENT })))
})

const withLimit = (cents: number, period: 'day' | 'month' = 'day', more = {}) =>
  proxy.issue({ spending_limit: { cents, period }, ...more })
const chat = (key: string) => proxy.ask(key, '/v1/chat/completions', CHAT)

const spentBy = (key: string) => proxy.spentBy(key)

describe('a spending limit', () => {
  test('refuses requests once it is reached, with the amounts, in the error format of each API', async () => {
    const { key } = await withLimit(2)
    expect([(await chat(key)).status, (await chat(key)).status]).toEqual([200, 200])
    const already = proxy.upstream.seen.length
    const refused = await chat(key)
    expect([refused.status, refused.headers['x-should-retry'], refused.headers['retry-after']]).toEqual([
      402,
      'false',
      undefined,
    ])
    expect(errorOf(refused)).toEqual({
      message:
        "This API key has spent 2 cents of the provider's bill; its limit is 2 cents a day. The limit resets at 2026-11-21T00:00:00.000Z.",
      type: 'insufficient_quota',
      param: null,
      code: 'spending_limit_reached',
    })
    const messages = json(await proxy.ask(key, '/v1/messages', MESSAGE))
    expect(messages).toMatchObject({ type: 'error', error: { type: 'billing_error' } })
    const responses = await proxy.ask(key, '/v1/responses', { model: 'gpt-4o', input: 'Hello' })
    expect([responses.status, errorOf(responses).code]).toEqual([402, 'spending_limit_reached'])
    expect(proxy.upstream.seen).toHaveLength(already)
    // Free requests still work.
    expect((await send(`${proxy.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
    expect((await proxy.ask(key, '/v1/messages/count_tokens', MESSAGE)).status).toBe(200)
    expect(await proxy.account(key)).toMatchObject({
      key: {
        spending_limit: { cents: 2, period: 'day', spent_cents: 2, resets_at: '2026-11-21T00:00:00.000Z' },
        spent_today_cents: 2,
        spent_month_cents: 2,
      },
    })
  })

  test('of a day is reset at midnight UTC, that of a month with the month', async () => {
    const { key: daily } = await withLimit(1)
    const { key: monthly } = await withLimit(1, 'month')
    const statuses = async () => [(await chat(daily)).status, (await chat(monthly)).status]
    expect(await statuses()).toEqual([200, 200])
    expect(await statuses()).toEqual([402, 402])
    proxy.clock.now = Date.UTC(2026, 10, 21) - 1
    expect(await statuses()).toEqual([402, 402])
    proxy.clock.now++
    expect(await statuses()).toEqual([200, 402])
    proxy.clock.now = Date.UTC(2026, 11, 1)
    expect(await statuses()).toEqual([200, 200])
  })

  test('can be raised, lowered and removed, and the spending stays', async () => {
    const { key, id } = await withLimit(1)
    await chat(key)
    expect((await chat(key)).status).toBe(402)
    await proxy.admin('PATCH', `/keys/${id}`, { spending_limit: { cents: '1.5', period: 'month' } })
    expect((await chat(key)).status).toBe(200)
    expect((await chat(key)).status).toBe(402)
    await proxy.admin('PATCH', `/keys/${id}`, { spending_limit: null })
    expect((await chat(key)).status).toBe(200)
    await proxy.server.deps.usage.flush()
    const { keys } = json(await proxy.admin('GET', '/keys')) as { keys: { id: string }[] }
    expect(keys.find((each) => each.id === id)).toMatchObject({
      spending_limit: null,
      spent_today_cents: 3,
      spent_month_cents: 3,
    })
  })

  test('keeps the spending when the key is replaced', async () => {
    const { key, id } = await withLimit(1)
    await chat(key)
    const { key: next } = json(await proxy.admin('POST', `/keys/${id}/rotations`, {})) as { key: string }
    expect([(await chat(key)).status, (await chat(next)).status]).toEqual([402, 402])
  })

  test('is exceeded only by the requests in flight when it is reached', async () => {
    const { key } = await withLimit(1)
    const held = Promise.withResolvers<void>()
    proxy.upstream.play(async (response) => {
      await held.promise
      response.end(JSON.stringify({ usage: ONE_CENT }))
    })
    const already = proxy.upstream.seen.length
    const underWay = Array.from({ length: 5 }, () => chat(key))
    await expect.poll(() => proxy.upstream.seen.length).toBe(already + 5)
    held.resolve()
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await Promise.all(Array.from({ length: 5 }, () => chat(key)))).map(({ status }) => status)).toEqual([
      402, 402, 402, 402, 402,
    ])
    expect(await spentBy(key)).toBe(5)
  })
})

describe('a background response under a spending limit', () => {
  const ask = (key: string, fields: object) => proxy.ask(key, '/v1/responses', { model: 'gpt-4o', ...fields })

  test('is refused with the reason and the remedy, since its usage would never be counted', async () => {
    const { key } = await withLimit(1)
    const already = proxy.upstream.seen.length
    const refused = await ask(key, { input: 'Hello', background: true })
    expect([refused.status, refused.headers['x-should-retry']]).toEqual([403, 'false'])
    expect(errorOf(refused)).toEqual({
      message:
        "The API key has a spending limit, and a background response reports its usage only in a later response. Set 'background' to false. The operator of this server can allow such requests for the key (keys set --unpriced allow).",
      type: 'invalid_request_error',
      param: 'background',
      code: 'price_unknown',
    })
    expect(proxy.upstream.seen).toHaveLength(already)
  })

  test.each([
    ['without input', '{"model":"gpt-4o","prompt":{"id":"pmpt_1"},"background":true}'],
    ['with another false value before', '{"model":"gpt-4o","input":"Hello","background":false,"background":true}'],
    ['with an escaped name', '{"model":"gpt-4o","input":"Hello","b\\u0061ckground":true}'],
  ])('is refused %s', async (_name, body) => {
    const { key } = await withLimit(1)
    const refused = await proxy.ask(key, '/v1/responses', Buffer.from(body))
    expect([refused.status, errorOf(refused).param]).toEqual([403, 'background'])
  })

  test('is allowed to a key without such a limit, and if the operator allows unpriced requests', async () => {
    const { key: free } = await proxy.issue({ models: ['gpt-4o'] })
    const { key, id } = await withLimit(1)
    await proxy.admin('PATCH', `/keys/${id}`, { unpriced: 'allow' })
    for (const each of [free, key]) expect((await ask(each, { input: 'Hello', background: true })).status).toBe(200)
  })

  test('is not seen in requests that only mention it', async () => {
    const { key } = await withLimit(1000)
    const tools = [{ type: 'function', name: 'draw', parameters: { properties: { background: { type: 'string' } } } }]
    for (const fields of [{ background: false }, { background: null }, { tools }, { input: ['"background":true é'] }]) {
      expect((await ask(key, { input: 'Hello', ...fields })).status).toBe(200)
    }
  })
})

describe('a passed-through request under a spending limit', () => {
  test('is billed by its usage', async () => {
    const { key } = await withLimit(1)
    proxy.upstream.play(reply(200, JSON.stringify({ usage: { prompt_tokens: 500_000, total_tokens: 500_000 } })))
    const embed = () => proxy.ask(key, '/v1/embeddings', { model: 'text-embedding-3-small', input: 'x' })
    expect((await embed()).status).toBe(200)
    expect(await spentBy(key)).toBe(1)
    expect((await embed()).status).toBe(402)
  })

  test('is billed for its input if the client disconnects before the response', async () => {
    const { key } = await withLimit(1000)
    proxy.upstream.play(() => {})
    const already = proxy.upstream.seen.length
    const asked = begin(`${proxy.url}/v1/embeddings`, key, {
      model: 'text-embedding-3-large',
      input: 'word '.repeat(100_000),
    })
    await expect.poll(() => proxy.upstream.seen.length, { timeout: 15_000 }).toBe(already + 1)
    asked.destroy()
    await expect.poll(() => spentBy(key)).toBeGreaterThan(0.1)
  })

  test('is refused if its price is unknown, unless the operator allows it', async () => {
    const { key, id } = await withLimit(1)
    const image = () => proxy.ask(key, '/v1/images/generations', { model: 'gpt-image-1', prompt: 'x' })
    const already = proxy.upstream.seen.length
    const refused = await image()
    expect([refused.status, errorOf(refused).code]).toEqual([403, 'price_unknown'])
    expect(proxy.upstream.seen).toHaveLength(already)
    await proxy.admin('PATCH', `/keys/${id}`, { unpriced: 'allow' })
    expect((await image()).status).toBe(200)
    expect(await spentBy(key)).toBe(0)
    await chat(key)
    expect((await image()).status).toBe(402)
  })
})

test('spending survives a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pleat-spending-'))
  const first = await startLimited(NOON, { PLEAT_DATA_DIR: dataDir })
  first.upstream.play(reply(200, JSON.stringify({ usage: ONE_CENT })))
  const { key } = await first.issue({ spending_limit: { cents: 1, period: 'month' } })
  expect((await first.ask(key, '/v1/chat/completions', CHAT)).status).toBe(200)
  await first.close()
  const second = await startLimited(NOON + DAY_MS, { PLEAT_DATA_DIR: dataDir })
  expect((await second.ask(key, '/v1/chat/completions', CHAT)).status).toBe(402)
  await second.close()
  await rm(dataDir, { recursive: true, force: true })
})
