import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { begin } from './begin-request.ts'
import { type LimitedProxy, startLimited } from './limited-keys.ts'
import { CHAT, MESSAGE } from './plain-client.ts'
import { reply, stream } from './scripted-upstream.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

/** At 2.50 dollars a million input and 10 dollars a million output tokens: one cent. */
const ONE_CENT = { prompt_tokens: 2000, completion_tokens: 500 }
const MESSAGE_USAGE = { input_tokens: 1000, output_tokens: 200 }

let proxy: LimitedProxy
beforeAll(async () => {
  proxy = await startLimited(NOON)
})
afterAll(() => proxy.close())
beforeEach(() => proxy.upstream.play(reply(200, JSON.stringify({ usage: ONE_CENT }))))

const withLimit = (cents: number) => proxy.issue({ spending_limit: { cents, period: 'day' } })
const chat = (key: string) => proxy.ask(key, '/v1/chat/completions', CHAT)
const spentBy = (key: string) => proxy.spentBy(key)

describe('the bill of a request', () => {
  test('follows the usage of a JSON response and of a stream, also with cached tokens', async () => {
    const { key } = await withLimit(1000)
    proxy.upstream.play(
      reply(200, JSON.stringify({ usage: { ...ONE_CENT, prompt_tokens_details: { cached_tokens: 2000 } } })),
      stream([Buffer.from(`data: {"choices":[],"usage":${JSON.stringify(ONE_CENT)}}\n\ndata: [DONE]\n\n`)]),
      reply(200, JSON.stringify({ usage: MESSAGE_USAGE })),
      reply(500, JSON.stringify({ usage: ONE_CENT })),
    )
    await chat(key)
    expect(await spentBy(key)).toBeCloseTo(0.25 + 0.5, 6)
    await chat(key)
    expect(await spentBy(key)).toBeCloseTo(1.75, 6)
    // 1,000 tokens at 3 and 200 at 15 dollars a million.
    await proxy.ask(key, '/v1/messages', MESSAGE)
    expect(await spentBy(key)).toBeCloseTo(1.75 + 0.6, 6)
    expect((await chat(key)).status).toBe(500)
    expect(await spentBy(key)).toBeCloseTo(1.75 + 0.6, 6)
  })

  test.each([
    // 1,000 tokens that are written to the cache: 3 dollars a million, times 1.25 for five minutes and 2 for an hour.
    ['five minutes', '5m', undefined, 0.375],
    ['an hour', '1h', undefined, 0.6],
    ['an hour, as the provider says', '1h', 1000, 0.6],
    ['an hour in part', '1h', 400, 0.465],
  ])('includes cache writes for %s', async (_name, ttl, hourTokens, cents) => {
    const { key } = await withLimit(1000)
    const cache_creation = hourTokens === undefined ? undefined : { ephemeral_1h_input_tokens: hourTokens }
    const usage = { input_tokens: 0, cache_creation_input_tokens: 1000, cache_creation, output_tokens: 0 }
    proxy.upstream.play(reply(200, JSON.stringify({ usage })))
    const system = [{ type: 'text', text: 'Answer briefly.', cache_control: { type: 'ephemeral', ttl } }]
    await proxy.ask(key, '/v1/messages', { ...MESSAGE, system })
    expect(await spentBy(key)).toBeCloseTo(cents, 6)
  })

  test('is estimated without usage: the counted input, and one token for each event', async () => {
    const { key } = await withLimit(1000)
    const events = Array.from({ length: 300 }, (_, i) =>
      Buffer.from(`data: {"choices":[{"delta":{"content":"${i}"}}]}\n\n`),
    )
    proxy.upstream.play(stream(events))
    await proxy.ask(key, '/v1/chat/completions', { ...CHAT, stream: true })
    const spent = Number(await spentBy(key))
    expect(spent).toBeGreaterThanOrEqual(0.3)
    expect(spent).toBeLessThan(0.31)
  })

  test('is the input if the client disconnects before the response', async () => {
    const { key } = await withLimit(1000)
    proxy.upstream.play(() => {})
    const already = proxy.upstream.seen.length
    const asked = begin(`${proxy.url}/v1/chat/completions`, key, {
      ...CHAT,
      messages: [{ role: 'user', content: 'word '.repeat(16_000) }],
    })
    await expect.poll(() => proxy.upstream.seen.length, { timeout: 15_000 }).toBe(already + 1)
    asked.destroy()
    await expect.poll(() => spentBy(key)).toBeGreaterThan(4)
  })

  test('is nothing if the client disconnects before the request is sent', async () => {
    const narrow = await startLimited(NOON, { PLEAT_UPSTREAM_CONNECTIONS: '1' })
    const held = Promise.withResolvers<void>()
    narrow.upstream.play(async (response) => {
      await held.promise
      response.end(JSON.stringify({ usage: ONE_CENT }))
    })
    const { key } = await narrow.issue({ spending_limit: { cents: 1000, period: 'day' } })
    const first = narrow.ask(key, '/v1/chat/completions', CHAT)
    await expect.poll(() => narrow.upstream.seen.length).toBe(1)
    const second = begin(`${narrow.url}/v1/chat/completions`, key, {
      ...CHAT,
      messages: [{ role: 'user', content: 'word '.repeat(16_000) }],
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    second.destroy()
    const requests = () => narrow.logLines.filter((line) => line.includes('"msg":"request"')).length
    const before = requests()
    await expect.poll(requests).toBeGreaterThan(before)
    held.resolve()
    await first
    expect(await narrow.spentBy(key)).toBe(1)
    await narrow.close()
  })

  test('is nothing for a redirect', async () => {
    const { key } = await withLimit(1000)
    proxy.upstream.play(reply(307, '', { location: 'https://elsewhere.example/' }))
    expect((await chat(key)).status).toBe(307)
    expect(await spentBy(key)).toBe(0)
  })

  test('has the default price for an unknown model, which is not 0', async () => {
    const { key } = await withLimit(1)
    const ask = () => proxy.ask(key, '/v1/chat/completions', { ...CHAT, model: 'a-model-of-our-own' })
    expect((await ask()).status).toBe(200)
    // 2,000 tokens at 2 and 500 at 16 dollars a million.
    expect(await spentBy(key)).toBeCloseTo(1.2, 6)
    expect((await ask()).status).toBe(402)
  })

  test('is also counted for a key without a limit', async () => {
    const { key } = await proxy.issue()
    await chat(key)
    expect(await proxy.account(key)).toMatchObject({ key: { spending_limit: null, spent_today_cents: 1 } })
  })
})
