import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAT, errorOf, MESSAGE, post, send } from './plain-client.ts'
import { reply, type SeenRequest, stream } from './scripted-upstream.ts'
import { standInCompression } from './stand-in-compression.ts'
import { ANTHROPIC_KEY, KEY, OPENAI_KEY, startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.close())

const chatUrl = () => `${proxy.url}/v1/chat/completions`
const messagesUrl = () => `${proxy.url}/v1/messages`
const lastSeen = (): SeenRequest => proxy.upstream.seen.at(-1)!

describe('a forwarded request', () => {
  test('has the path, query and body of the client unchanged', async () => {
    const body = '{ "model":"gpt-4o",\n"big": 12345678901234567890, "messages":[{"role":"user","content":"\\u00e9é"}] }'
    await post(`${messagesUrl()}?beta=true&x=%20`, body)
    expect(lastSeen().path).toBe('/v1/messages?beta=true&x=%20')
    expect(lastSeen().body.toString('utf8')).toBe(body)
    expect(lastSeen().headers['content-length']).toBe(String(Buffer.byteLength(body)))
    await post(chatUrl(), CHAT)
    expect(lastSeen().path).toBe('/v1/chat/completions')
  })

  test('has the client’s own headers in their original spelling', async () => {
    const headers = {
      'Anthropic-Version': '2023-06-01',
      'anthropic-beta': 'a-2025,b-2026',
      'OpenAI-Beta': 'x=v1',
      'X-Stainless-Retry-Count': '1',
      'Idempotency-Key': 'k1',
      'User-Agent': 'Test/1.0',
      Accept: 'application/json',
      'X-Unknown': 'yes',
    }
    await post(messagesUrl(), MESSAGE, headers)
    for (const [name, value] of Object.entries(headers)) {
      const index = lastSeen().rawHeaders.indexOf(name)
      expect([name, lastSeen().rawHeaders[index + 1]]).toEqual([name, value])
    }
  })

  test('has no headers for Pleat, for the connection or about the client', async () => {
    await post(chatUrl(), CHAT, {
      'x-session-id': 's1',
      'x-service-compression': 'off',
      'x-forwarded-for': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      cookie: 'a=b',
      te: 'trailers',
      'proxy-authorization': 'Basic eA==',
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      'openai-organization': 'org-of-the-client',
      'openai-project': 'project-of-the-client',
    })
    const seen = Object.keys(lastSeen().headers)
    expect(seen.sort()).toEqual(['authorization', 'connection', 'content-length', 'content-type', 'host'])
    expect(JSON.stringify(lastSeen().rawHeaders)).not.toContain(KEY)
  })

  test('accepts only content encodings that Pleat can decode', async () => {
    await post(chatUrl(), CHAT, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(lastSeen().headers['accept-encoding']).toBe('gzip, deflate, br, zstd')
    await post(chatUrl(), CHAT, { 'accept-encoding': 'compress, gzip;q=0.5' })
    expect(lastSeen().headers['accept-encoding']).toBe('gzip;q=0.5')
    await post(chatUrl(), CHAT, { 'accept-encoding': '*' })
    expect(lastSeen().headers['accept-encoding']).toBe('identity')
  })
})

describe('the provider key', () => {
  test('is the server’s, in the header of each provider', async () => {
    await post(chatUrl(), CHAT)
    expect(lastSeen().headers.authorization).toBe(`Bearer ${OPENAI_KEY}`)
    await post(messagesUrl(), MESSAGE, { 'anthropic-version': '2023-06-01' })
    expect(lastSeen().headers['x-api-key']).toBe(ANTHROPIC_KEY)
    expect(lastSeen().headers.authorization).toBeUndefined()
    await post(messagesUrl(), MESSAGE, { 'anthropic-version': '2026-10-21' })
    expect(lastSeen().headers.authorization).toBe(`Bearer ${ANTHROPIC_KEY}`)
  })

  test('is the request’s, else the account’s, else the server’s', async () => {
    await proxy.createKey('pleat_with-own', { account: 'with-own' })
    const account = await proxy.server.deps.store.keys.findAccount('with-own')
    await proxy.server.deps.credentials.set(account!.id, 'openai', 'sk-of-the-account')
    const headers = { authorization: 'Bearer pleat_with-own', 'openai-organization': 'org-1' }
    await post(chatUrl(), CHAT, headers)
    expect(lastSeen().headers.authorization).toBe('Bearer sk-of-the-account')
    expect(lastSeen().headers['openai-organization']).toBe('org-1')
    await post(chatUrl(), CHAT, { ...headers, 'x-service-provider-key': 'sk-of-the-request' })
    expect(lastSeen().headers.authorization).toBe('Bearer sk-of-the-request')
    expect(lastSeen().headers['x-service-provider-key']).toBeUndefined()
  })

  test.each([[''], ['sk with spaces']])('is refused in the request if it cannot be sent: "%s"', async (key) => {
    const before = proxy.upstream.seen.length
    const answer = await post(chatUrl(), CHAT, { 'x-service-provider-key': key })
    expect([answer.status, errorOf(answer).param]).toEqual([400, 'X-Service-Provider-Key'])
    expect(proxy.upstream.seen).toHaveLength(before)
  })

  test('is required: without any, 503 names the variable and nothing is sent', async () => {
    const bare = await startProxy({ hasNoProviderKeys: true })
    const answer = await post(`${bare.url}/v1/messages`, MESSAGE)
    expect(answer.status).toBe(503)
    expect(errorOf(answer).message).toContain('ANTHROPIC_API_KEY')
    expect(bare.upstream.seen).toHaveLength(0)
    await bare.close()
  })

  test('is chosen alike for a Pleat key in x-api-key and as a bearer token', async () => {
    const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
    const answer = await send(messagesUrl(), { method: 'POST', headers, body: JSON.stringify(MESSAGE) })
    expect(answer.status).toBe(200)
    expect(lastSeen().headers['x-api-key']).toBe(ANTHROPIC_KEY)
  })
})

describe('the response', () => {
  test('has the provider’s status, body and headers, also for errors', async () => {
    const body = '{\n  "error": {"message": "no such model"}\n}\n'
    proxy.upstream.play(
      reply(404, body, {
        'X-Request-Id': 'req_up',
        'x-ratelimit-remaining-tokens': '7',
        'retry-after': '3',
        'x-should-retry': 'true',
      }),
    )
    const answer = await post(chatUrl(), CHAT)
    proxy.upstream.play()
    expect(answer.status).toBe(404)
    expect(answer.body.toString()).toBe(body)
    expect(answer.headers).toMatchObject({
      'x-request-id': 'req_up',
      'x-ratelimit-remaining-tokens': '7',
      'retry-after': '3',
      'x-should-retry': 'true',
      'content-length': String(body.length),
    })
    expect(answer.rawHeaders).toContain('X-Request-Id')
    expect(Number(answer.headers['x-service-original-tokens'])).toBeGreaterThan(0)
  })

  test('has neither the provider’s cookies and rate limits nor the organisation of the server’s key', async () => {
    const headers = {
      'set-cookie': ['__cf_bm=1', 'b=2'],
      'alt-svc': 'h3=":443"',
      'strict-transport-security': 'max-age=1',
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-reset': '1',
      'x-service-saved-tokens': '99',
      'openai-organization': 'org-of-the-server',
      connection: 'x-hop',
      'x-hop': '1',
    }
    proxy.upstream.play(reply(200, '{}', headers))
    const { headers: got } = await post(chatUrl(), CHAT)
    proxy.upstream.play()
    for (const name of ['set-cookie', 'alt-svc', 'strict-transport-security', 'openai-organization', 'x-hop'])
      expect([name, got[name]]).toEqual([name, undefined])
    expect(got['x-ratelimit-limit']).toBe('1000000')
    expect(got['x-service-saved-tokens']).toBe('0')
  })

  test('has compressed bodies unchanged, and their usage is read', async () => {
    const usage = { prompt_tokens: 12, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 5 } }
    const body = gzipSync(JSON.stringify({ id: 'x', model: 'gpt-4o', usage }))
    proxy.upstream.play(reply(200, body, { 'Content-Encoding': 'gzip' }))
    await proxy.createKey('pleat_zip', { account: 'zip' })
    const answer = await post(chatUrl(), CHAT, { authorization: 'Bearer pleat_zip', 'accept-encoding': 'gzip' })
    proxy.upstream.play()
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.body.equals(body)).toBe(true)
    await expect.poll(() => proxy.server.deps.store.usage.list({ accountName: 'zip' })).toHaveLength(1)
    const [row] = await proxy.server.deps.store.usage.list({ accountName: 'zip' })
    expect(row).toMatchObject({ requests: 1, billedInputTokens: 12, billedCachedTokens: 5, outputTokens: 3, folded: 0 })
  })

  test('has event streams byte for byte, however they are split', async () => {
    const text = 'event: x\ndata: {"a":"é漢"}\n\n: comment\n\ndata: [DONE]\n\n'
    const bytes = Buffer.from(text)
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const edges = [0, ...places.sort((a, b) => a - b), bytes.length]
        proxy.upstream.play(stream(edges.slice(1).map((end, index) => bytes.subarray(edges[index], end))))
        const answer = await post(messagesUrl(), MESSAGE)
        expect(answer.body.equals(bytes)).toBe(true)
        expect(answer.headers['content-length']).toBeUndefined()
      }),
      { numRuns: 20 },
    )
    proxy.upstream.play()
  })

  test('has its head at once, however long the body takes', async () => {
    let finish = () => {}
    proxy.upstream.play((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      finish = () => response.end('data: 1\n\n')
    })
    const answer = fetch(chatUrl(), {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(CHAT),
    })
    const response = await answer
    expect(response.status).toBe(200)
    finish()
    expect(await response.text()).toBe('data: 1\n\n')
    proxy.upstream.play()
  })

  test('has large bodies completely', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'x')
    proxy.upstream.play(reply(200, body))
    const answer = await post(chatUrl(), CHAT)
    proxy.upstream.play()
    expect(answer.body.equals(body)).toBe(true)
  })
})

describe('compressed requests', () => {
  test('are decoded and sent uncompressed', async () => {
    const body = JSON.stringify(CHAT)
    await post(chatUrl(), gzipSync(body), { 'content-encoding': 'gzip' })
    expect(lastSeen().body.toString()).toBe(body)
    expect(lastSeen().headers['content-encoding']).toBeUndefined()
  })

  test('are refused and not sent if they do not have the declared coding', async () => {
    const before = lastSeen()
    const answer = await post(chatUrl(), 'not gzip', { 'content-encoding': 'gzip' })
    expect([answer.status, lastSeen()]).toEqual([400, before])
  })
})

describe('other paths of the providers', () => {
  test('are passed to the provider of the client', async () => {
    await send(`${proxy.url}/v1/models?limit=1000`, {
      headers: { authorization: `Bearer ${KEY}`, 'anthropic-version': '2023-06-01' },
    })
    expect([lastSeen().path, lastSeen().headers['x-api-key']]).toEqual(['/v1/models?limit=1000', ANTHROPIC_KEY])
    await send(`${proxy.url}/v1/models/gpt-4o`, { headers: { authorization: `Bearer ${KEY}` } })
    expect([lastSeen().path, lastSeen().headers.authorization]).toEqual(['/v1/models/gpt-4o', `Bearer ${OPENAI_KEY}`])
    const count = await post(`${proxy.url}/v1/messages/count_tokens`, MESSAGE)
    expect(lastSeen().path).toBe('/v1/messages/count_tokens')
    expect(lastSeen().body.toString()).toBe(JSON.stringify(MESSAGE))
    expect(count.headers['x-service-compression']).toBe('passed-through')
  })

  test('HEAD /api/hello is passed on with a key and answered here without one', async () => {
    const before = proxy.upstream.seen.length
    expect((await send(`${proxy.url}/api/hello`, { method: 'HEAD' })).status).toBe(200)
    expect(proxy.upstream.seen).toHaveLength(before)
    proxy.upstream.play(reply(204, ''))
    const answer = await send(`${proxy.url}/api/hello`, { method: 'HEAD', headers: { 'x-api-key': KEY } })
    proxy.upstream.play()
    expect(answer.status).toBe(204)
    expect(lastSeen().method).toBe('HEAD')
  })

  test('HEAD has the length of a body and no body', async () => {
    proxy.upstream.play(reply(200, '{"data":[]}'))
    const answer = await send(`${proxy.url}/v1/models`, { method: 'HEAD', headers: { 'x-api-key': KEY } })
    proxy.upstream.play()
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([200, '11', 0])
  })
})

describe('a response that arrives while the request is still being counted', () => {
  test('waits and is returned completely, in order', async () => {
    let finishCounting = () => {}
    const counted = new Promise<void>((resolve) => {
      finishCounting = resolve
    })
    const compression = standInCompression('unreadable', () =>
      counted.then(() => ({ rawTokens: 1007, isComplete: true })),
    )
    const busy = await startProxy({ overrides: { compression } })
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, line) => `line ${line}\n`).join(''))
    busy.upstream.play(reply(200, body))
    const long = { model: 'gpt-4o', messages: [{ role: 'user', content: 'word '.repeat(80_000) }] }
    const answer = post(`${busy.url}/v1/chat/completions`, long)
    await expect.poll(() => busy.upstream.seen.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    finishCounting()
    expect((await answer).body.equals(body)).toBe(true)
    expect((await answer).headers['x-service-original-tokens']).toBe('1007')
    await busy.close()
  })
})
