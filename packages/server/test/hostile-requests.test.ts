import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHAT, errorOf, openConnection, post } from './plain-client.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'

const ADMIN_TOKEN = 'admin-token-of-the-test'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({
    variables: { PLEAT_MAX_BODY_MB: '1', PLEAT_RPM: '100000' },
    secrets: { adminToken: ADMIN_TOKEN },
    overrides: { limits: { lingerMs: 300 } },
  })
})
afterAll(() => proxy.close())
beforeEach(() => {
  proxy.upstream.seen.length = 0
  proxy.upstream.play()
})

/** Polls for long, because the machine may be busy. */
const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 })

const auth = `Host: x\r\nAuthorization: Bearer ${KEY}\r\n`
const chatUrl = () => `${proxy.url}/v1/chat/completions`
const held = () => proxy.server.deps.bodyBudget.held

/** Everything that is received for a request with a valid key, which is sent as one byte for each character. */
async function ask(requestLine: string, headers = '', body = ''): Promise<string> {
  const connection = await openConnection(proxy.port)
  connection.socket.write(`${requestLine} HTTP/1.1\r\n${auth}Connection: close\r\n${headers}\r\n${body}`, 'latin1')
  await connection.closed
  return connection.received()
}

describe('a request target that two servers may read differently', () => {
  test.each([
    'GET http://evil.example/v1/models',
    'GET https://user:pw@evil.example/v1/models/x',
    'GET http://evil.example:8443?a=b/v1/models',
    'HEAD http://evil.example/api/hello',
    'OPTIONS *',
    'GET //evil.example/v1/models',
    'GET /v1//models',
    'GET /v1/models/..',
    'GET /v1/models/../files',
    'GET /v1/models/%2e%2e',
    'GET /v1/models/..%2f..%2fadmin',
    'GET /v1/models/%2e%2e%2ffiles?limit=5',
    'GET /v1/models/..\\files',
    'GET /v1/models/a%5cb',
    'GET /v1/models/a%00b',
    'GET /v1/models/a%0d%0aX:1',
    'GET /v1/models/a;b',
    'GET /v1/models/a#b',
    'GET /v1/models/\xe9',
    'GET /v1/%6dodels',
    'GET /v1/models?a=\xe9',
    `GET /v1/models?${'a'.repeat(9000)}`,
  ])('%s is refused and reaches no provider', async (requestLine) => {
    const answer = await ask(requestLine)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(/X-RateLimit-Limit: \d/i)
    expect(proxy.upstream.seen).toEqual([])
  })

  test('an id of a model may hold an encoded slash, which stays encoded', async () => {
    expect(await ask('GET /v1/models/org%2fmodel%3Afree?a=%0A')).toMatch(/^HTTP\/1\.1 200 /)
    expect(proxy.upstream.seen.map(({ path }) => path)).toEqual(['/v1/models/org%2Fmodel:free?a=%0A'])
  })
})

describe('headers that contradict the request', () => {
  test('such as overrides, client addresses and names with underscores are not sent', async () => {
    const answer = await post(chatUrl(), CHAT, {
      'X-Original-URL': '/v1/files',
      'X-Rewrite-URL': '/v1/files',
      'X-HTTP-Method-Override': 'DELETE',
      'X-Real-IP': '9.9.9.9',
      'CF-Connecting-IP': '9.9.9.9',
      Via: '1.1 a',
      Transfer_Encoding: 'chunked',
      Content_Length: '3',
      X_Api_Key: 'stolen',
      'api-key': 'stolen',
    })
    expect(answer.status).toBe(200)
    const names = Object.keys(proxy.upstream.seen[0]!.headers).sort()
    expect(names).toEqual(['authorization', 'connection', 'content-length', 'content-type', 'host'])
  })

  test.each([
    ['two keys', 'Authorization: Bearer other\r\n'],
    ['two hosts', 'Host: y\r\n'],
    ['a transfer coding before chunked', 'Transfer-Encoding: gzip, chunked\r\n'],
    [
      'an unknown value of X-Service-Compression',
      'Content-Length: 2\r\nContent-Type: application/json\r\nX-Service-Compression: on\r\n',
    ],
  ])('%s are refused', async (_name, headers) => {
    expect(await ask('POST /v1/chat/completions', headers, '{}')).toMatch(/^HTTP\/1\.1 400 /)
    expect(proxy.upstream.seen).toEqual([])
  })

  test('more than 200 headers are refused', async () => {
    const many = Array.from({ length: 201 }, (_, i) => `x${i}: 1\r\n`).join('')
    expect(await ask('GET /v1/models', many)).toMatch(/^HTTP\/1\.1 431 /)
  })
})

describe('a client that waits for 100 Continue', () => {
  test.each(['/v1/tul1', '/admin/v1/keys', '/v1/messages/count_tokens'])(
    'does not get it on %s without a key',
    async (path) => {
      const connection = await openConnection(proxy.port)
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n`
      connection.socket.write(`${head}Expect: 100-continue\r\n\r\n`)
      await connection.closed
      expect(connection.received()).toMatch(/^HTTP\/1\.1 40[12] /)
      expect(connection.received()).not.toContain('100 Continue')
    },
  )

  test('gets it on the admin API with the token, and the connection stays', async () => {
    const connection = await openConnection(proxy.port)
    const body = JSON.stringify({ account: 'waiting' })
    const head = `POST /admin/v1/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`
    const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
    connection.socket.write(head + rest)
    await connection.until('100 Continue')
    connection.socket.write(body)
    await connection.until('"key"')
    connection.socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
    await connection.until('"status":"ok"')
    connection.socket.destroy()
  })

  test('does not get it for a body that is too large', async () => {
    const headers = `Content-Type: application/json\r\nContent-Length: 2000000\r\nExpect: 100-continue\r\n`
    const answer = await ask('POST /v1/chat/completions', headers)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('bodies in flight', { timeout: 60_000 }, () => {
  const middling = Buffer.from(JSON.stringify({ ...CHAT, user: 'a'.repeat(300_000) }))
  const large = Buffer.from(JSON.stringify({ ...CHAT, user: 'a'.repeat(1_000_000) }))

  test('beyond the budget of an account are refused with Retry-After, and other accounts are served', async () => {
    const answers: (() => void)[] = []
    proxy.upstream.play((response) => {
      answers.push(() => response.end('{}'))
    })
    // The budget of an account is 4 MB here: the bodies in flight, and one with its copies.
    const waiting: ReturnType<typeof post>[] = []
    while (waiting.length < 8) {
      waiting.push(post(chatUrl(), middling))
      await soon(() => answers.length).toBe(waiting.length)
      await soon(held).toBe(waiting.length * middling.length)
    }
    await proxy.createKey('pleat_second')
    const refused = await post(chatUrl(), large, { authorization: 'Bearer pleat_second' })
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(errorOf(refused).code).toBe('busy')
    await proxy.createKey('pleat_other', { account: 'other' })
    const others = [post(chatUrl(), CHAT), post(chatUrl(), large, { authorization: 'Bearer pleat_other' })]
    await soon(() => answers.length).toBe(10)
    for (const answer of answers) answer()
    expect((await Promise.all([...waiting, ...others])).map(({ status }) => status)).toEqual(Array(10).fill(200))
    await soon(held).toBe(0)
  })

  test('that expand from a few bytes are decoded one after another, and their memory is returned', async () => {
    const encoders = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }
    for (const [encoding, encode] of Object.entries(encoders)) {
      const bomb = encode(large)
      expect(bomb.length).toBeLessThan(3000)
      const headers = { 'content-encoding': encoding }
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(chatUrl(), bomb, headers)))
      const statuses = new Set(answers.map(({ status }) => status))
      expect(statuses).toContain(200)
      for (const status of statuses) expect([200, 503]).toContain(status)
      await soon(held).toBe(0)
    }
  })

  test('hold no memory once the client is gone, the upload broke off or the body is refused', async () => {
    const head = `POST /v1/chat/completions HTTP/1.1\r\n${auth}Content-Type: application/json\r\n`
    const connection = await openConnection(proxy.port)
    connection.socket.write(`${head}Content-Length: 1000\r\n\r\n{"half":`)
    await soon(held).toBe(8)
    connection.socket.destroy()
    await soon(held).toBe(0)
    for (const body of ['{', large.subarray(0, 900_000)]) expect((await post(chatUrl(), body)).status).toBe(400)
    expect((await post(`${proxy.url}/v1/tul1`, '{')).status).toBeGreaterThanOrEqual(400)
    expect(held()).toBe(0)
    proxy.upstream.play(() => {})
    const leaving = await openConnection(proxy.port)
    const body = JSON.stringify(CHAT)
    leaving.socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
    await soon(() => proxy.upstream.seen.length).toBeGreaterThan(0)
    leaving.socket.destroy()
    await soon(held).toBe(0)
  })

  test('that are announced and not sent block nobody', async () => {
    const head = `POST /v1/chat/completions HTTP/1.1\r\n${auth}Content-Type: application/json\r\n`
    const slow = await Promise.all(Array.from({ length: 20 }, () => openConnection(proxy.port)))
    for (const { socket } of slow) socket.write(`${head}Content-Length: 1000000\r\n\r\n{`)
    await soon(held).toBe(20)
    expect((await post(chatUrl(), large)).status).toBe(200)
    for (const { socket } of slow) socket.destroy()
    await soon(held).toBe(0)
  })

  test('in chunks of one byte arrive whole', async () => {
    const body = JSON.stringify(CHAT)
    const chunks = [...body].map((character) => `1;x=y\r\n${character}\r\n`).join('')
    const headers = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
    expect(await ask('POST /v1/chat/completions', headers, `${chunks}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(String(proxy.upstream.seen[0]!.body)).toBe(body)
  })
})

test('connections beyond the limit replace idle ones, and requests are answered', async () => {
  const small = await startProxy({ variables: { PLEAT_MAX_CONNECTIONS: '16' } })
  const idle = await Promise.all(Array.from({ length: 40 }, () => openConnection(small.port)))
  for (const { socket } of idle) socket.write('POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-A: b')
  expect((await post(`${small.url}/v1/chat/completions`, CHAT)).status).toBe(200)
  await soon(() => idle.filter(({ socket }) => socket.closed).length).toBeGreaterThanOrEqual(28)
  for (const { socket } of idle) socket.destroy()
  await small.close()
})
