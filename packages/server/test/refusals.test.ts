import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAT, errorOf, MESSAGE, openConnection, type PlainAnswer, post, send } from './plain-client.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({
    variables: { PLEAT_MAX_BODY_MB: '1', PLEAT_RPM: '100000' },
    overrides: { limits: { uploadTimeoutMs: 150, lingerMs: 300 } },
  })
})
afterAll(() => proxy.close())

const chatUrl = () => `${proxy.url}/v1/chat/completions`
const messagesUrl = () => `${proxy.url}/v1/messages`
const json = { 'content-type': 'application/json' }

/** Checks that the rate limit headers are present and plausible. */
function expectRateHeaders({ headers }: PlainAnswer): void {
  const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': reset } = headers
  expect([limit, left, reset].every((value) => /^\d+$/.test(String(value)))).toBe(true)
  expect(Number(left)).toBeLessThanOrEqual(Number(limit))
  expect(Number(reset) % 60).toBe(0)
  expect(Number(reset) * 1000 - Date.now()).toBeLessThanOrEqual(60_000)
}

function headersOf(answer: string): PlainAnswer {
  const lines = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n')
  const headers = Object.fromEntries(lines.slice(1).map((line) => line.toLowerCase().split(': ')))
  const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4))
  return { status: Number(lines[0]!.split(' ')[1]), headers, rawHeaders: [], body }
}

describe('without a valid key', () => {
  test('a chat completion is refused in that API’s format', async () => {
    for (const headers of [json, { ...json, authorization: 'Bearer pleat_wrong' }, { ...json, 'x-api-key': 'x' }]) {
      const answer = await send(chatUrl(), { method: 'POST', headers, body: JSON.stringify(CHAT) })
      expect(answer.status).toBe(401)
      expect(errorOf(answer)).toEqual({
        message: expect.stringContaining("Use a Pleat key (pleat_...), not the provider's"),
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      })
      expect(answer.headers['x-should-retry']).toBe('false')
      expect(answer.headers['x-request-id']).toMatch(/^req_/)
      expect(answer.headers['x-service-saved-tokens']).toBeUndefined()
      expectRateHeaders(answer)
    }
  })

  test('a message is refused in that API’s format, with the request id in header and body', async () => {
    const answer = await send(messagesUrl(), { method: 'POST', headers: json, body: JSON.stringify(MESSAGE) })
    expect(answer.status).toBe(401)
    const body = JSON.parse(answer.body.toString())
    expect(body).toMatchObject({ type: 'error', error: { type: 'authentication_error' } })
    expect(body.request_id).toBe(answer.headers['request-id'])
    expectRateHeaders(answer)
  })

  test('a revoked key is refused at the next request', async () => {
    await proxy.createKey('pleat_revoked1')
    const headers = { authorization: 'Bearer pleat_revoked1' }
    expect((await post(chatUrl(), CHAT, headers)).status).toBe(200)
    await proxy.server.deps.store.keys.revokeKey('pleat_revoke')
    expect((await post(chatUrl(), CHAT, headers)).status).toBe(401)
  })
})

describe('a malformed request', () => {
  test.each([
    ['no JSON', '{"model": "gpt-4o", '],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['no bytes', ''],
    ['no object', '[1]'],
    ['no messages', '{"model":"gpt-4o"}'],
    ['messages that are not an array', '{"model":"gpt-4o","messages":"hi"}'],
  ])('a body with %s is a 400 with savings of 0', async (_name, body) => {
    for (const url of [chatUrl(), messagesUrl()]) {
      const answer = await post(url, body)
      expect(answer.status).toBe(400)
      expect(errorOf(answer).type).toBe('invalid_request_error')
      expect(answer.headers['x-should-retry']).toBe('false')
      expect(answer.headers['x-service-original-tokens']).toBe('0')
      expect(answer.headers['x-service-session-id']).toMatch(/./)
      expectRateHeaders(answer)
    }
  })

  test('neither error nor log quotes the body', async () => {
    const answer = await post(chatUrl(), '{"secret-word-of-mine": ')
    expect(answer.body.toString()).not.toContain('secret-word')
    expect(proxy.logLines.join('')).not.toContain('secret-word')
    expect(proxy.logLines.join('')).not.toContain(KEY)
  })

  test('another content type gets 415, parameters of the type are ignored', async () => {
    const body = JSON.stringify(CHAT)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await post(chatUrl(), body, { 'content-type': type })
      expect(answer.status).toBe(415)
      expectRateHeaders(answer)
    }
    expect((await post(chatUrl(), body, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200)
    expect((await post(chatUrl(), body, { 'content-encoding': 'rot13' })).status).toBe(415)
  })

  test('an unknown objective gets 400 with the allowed values', async () => {
    const answer = await post(chatUrl(), CHAT, { 'x-service-objective': 'speed' })
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toMatch(/tokens.*cost/)
    expect((await post(chatUrl(), CHAT, { 'x-service-objective': 'cost' })).status).toBe(200)
  })
})

describe('a request that is too large or too slow', () => {
  test('an announced body over the limit is refused before it is sent', async () => {
    const connection = await openConnection(proxy.port)
    const head = `POST /v1/messages HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${KEY}\r\nContent-Type: application/json\r\n`
    connection.socket.write(`${head}Content-Length: 2000000\r\n\r\n`)
    await connection.closed
    const answer = headersOf(connection.received())
    expect(answer.status).toBe(413)
    expect(errorOf(answer)).toMatchObject({ type: 'request_too_large' })
    expectRateHeaders(answer)
  })

  test('a client that is still sending gets the complete response, then the end of the connection', async () => {
    const connection = await openConnection(proxy.port)
    const head = `POST /v1/messages HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${KEY}\r\nContent-Type: application/json\r\n`
    connection.socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    const chunk = `40000\r\n${'x'.repeat(0x40000)}\r\n`
    for (let i = 0; i < 20; i++) {
      if (!connection.socket.write(chunk)) await Promise.race([once(connection.socket, 'drain'), connection.closed])
    }
    connection.socket.write('0\r\n\r\n')
    await connection.closed
    const answer = headersOf(connection.received())
    expect([answer.status, answer.headers.connection]).toEqual([413, 'close'])
    expect(answer.body.length).toBe(Number(answer.headers['content-length']))
  })

  test('a body that decodes to more than the limit is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
    const answer = await post(chatUrl(), bomb, { 'content-encoding': 'gzip' })
    expect(answer.status).toBe(413)
    expectRateHeaders(answer)
  })

  test('an upload that stalls gets 408 and may be retried', async () => {
    const connection = await openConnection(proxy.port)
    const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n`
    connection.socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"model"`)
    await connection.closed
    const answer = headersOf(connection.received())
    expect(answer.status).toBe(408)
    expect(answer.headers['x-should-retry']).toBeUndefined()
    expectRateHeaders(answer)
  })

  test('an upload that breaks off is logged with 499 and not forwarded, and releases its memory', async () => {
    const { bodyBudget } = proxy.server.deps
    const before = proxy.upstream.seen.length
    const connection = await openConnection(proxy.port)
    const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n`
    connection.socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"model"`)
    await expect.poll(() => bodyBudget.held).toBeGreaterThan(0)
    connection.socket.destroy()
    await expect.poll(() => proxy.logLines.filter((line) => line.includes('"status":499')).length).toBe(1)
    expect(proxy.upstream.seen).toHaveLength(before)
    await expect.poll(() => bodyBudget.held).toBe(0)
  })

  test('a client that waits for 100 Continue gets it after the gate, or the refusal', async () => {
    const connection = await openConnection(proxy.port)
    const body = JSON.stringify(CHAT)
    const head = 'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const rest = `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`
    connection.socket.write(`${head}${rest}Authorization: Bearer ${KEY}\r\n\r\n`)
    await connection.until('100 Continue')
    connection.socket.write(body)
    await connection.until('200 OK')
    connection.socket.destroy()
    const stranger = await openConnection(proxy.port)
    stranger.socket.write(`${head}${rest}\r\n`)
    await stranger.until('401 Unauthorized')
    expect(stranger.received()).not.toContain('100 Continue')
    stranger.socket.destroy()
  })
})

describe('routes', () => {
  test('an unknown path gets 404 in the error format of the client’s API', async () => {
    const openai = await send(`${proxy.url}/responses/x`)
    expect([openai.status, errorOf(openai).code]).toEqual([404, 'unknown_url'])
    expectRateHeaders(openai)
    const anthropic = await send(`${proxy.url}/files/x/y`, { headers: { 'anthropic-version': '2023-06-01' } })
    expect([anthropic.status, errorOf(anthropic).type]).toEqual([404, 'not_found_error'])
    expect(anthropic.headers['request-id']).toMatch(/^req_/)
    expectRateHeaders(anthropic)
  })

  test('a wrong method gets 405 with the allowed ones', async () => {
    for (const [path, method, allow] of [
      ['/v1/chat/completions', 'PROPFIND', 'POST'],
      ['/v1/messages?beta=true', 'PROPFIND', 'POST'],
      ['/v1/tul1', 'GET', 'POST'],
      ['/v1/health', 'POST', 'GET, HEAD'],
      ['/v1/models', 'PROPFIND', 'GET, HEAD'],
    ] as const) {
      const answer = await send(proxy.url + path, { method })
      expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, allow])
      expectRateHeaders(answer)
    }
  })

  test('health is public under both names', async () => {
    for (const path of ['/health', '/v1/health']) {
      const answer = await send(proxy.url + path)
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.body.toString())).toEqual({
        status: 'ok',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      })
      expectRateHeaders(answer)
    }
  })
})

describe('bytes that are not HTTP', () => {
  test.each([
    ['text', 'hello\r\n\r\n', 400],
    ['a broken path', 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
    ['headers without end', `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    ['a request to no host', 'GET /v1/x HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
  ])('%s gets a well-formed answer with our headers', async (_name, text, status) => {
    const connection = await openConnection(proxy.port)
    connection.socket.write(text)
    await connection.closed
    const answer = headersOf(connection.received())
    expect(answer.status).toBe(status)
    expect(answer.body.length).toBe(Number(answer.headers['content-length']))
    expect(errorOf(answer).message).toMatch(/./)
    expectRateHeaders(answer)
  })
})

describe('too many requests in a minute', () => {
  let guarded: TestProxy
  // Half a minute into a minute that never ends.
  const clock = { now: () => 1_800_000_030_000 }
  beforeAll(async () => {
    guarded = await startProxy({ variables: { PLEAT_RPM: '2' }, overrides: { clock } })
  })
  afterAll(() => guarded.close())

  test('use up the key’s slots, and each response has the number that remains', async () => {
    await guarded.createKey('pleat_of-three', { requestsPerMinute: 3 })
    const headers = { authorization: 'Bearer pleat_of-three' }
    const url = `${guarded.url}/v1/chat/completions`
    const answers = [await post(url, CHAT, headers), await post(url, CHAT, headers)]
    answers.push(await post(url, '{', headers), await post(url, CHAT, headers))
    expect(answers.map(({ status, headers: got }) => [status, got['x-ratelimit-remaining']])).toEqual([
      [200, '2'],
      [200, '1'],
      [400, '0'],
      [429, '0'],
    ])
    const refused = answers[3]!
    expect(errorOf(refused).code).toBe('rate_limit_exceeded')
    expect(refused.headers).toMatchObject({
      'retry-after': '30',
      'x-ratelimit-limit': '3',
      'x-ratelimit-reset': '1800000060',
    })
    expect(refused.headers['x-should-retry']).toBeUndefined()
  })

  test('with guessed keys use up only the slots of the address', async () => {
    const url = `${guarded.url}/v1/messages`
    const guess = () => post(url, MESSAGE, { authorization: 'Bearer pleat_guess' })
    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([401, 401, 429])
    expect((await post(url, MESSAGE)).status).toBe(200)
    expect((await send(`${guarded.url}/health`)).status).toBe(200)
    expect((await send(`${guarded.url}/nowhere`)).status).toBe(429)
  })
})
