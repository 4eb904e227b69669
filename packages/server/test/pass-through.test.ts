import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errorOf, openConnection, send } from './plain-client.ts'
import { reply } from './scripted-upstream.ts'
import { ANTHROPIC_KEY, KEY, OPENAI_KEY, startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({ variables: { PLEAT_MAX_PASS_THROUGH_MB: '1' } })
})
afterEach(() => {
  proxy.upstream.play(reply(200, '{"ok":true}'))
})
afterAll(() => proxy.close())

const AUTH = { authorization: `Bearer ${KEY}` }
const lastSeen = () => proxy.upstream.seen.at(-1)!

describe('other paths of the providers', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'accept %s, and the query is unchanged',
    async (method) => {
      const body = method === 'GET' || method === 'HEAD' ? undefined : '{"a": 1}'
      const path = `/v1/some/new/thing?include[]=a%20b&x=1,2&x=3`
      const answer = await send(`${proxy.url}${path}`, {
        method,
        headers: {
          ...AUTH,
          ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
        },
        ...(body && { body }),
      })
      expect(answer.status).toBe(200)
      const { method: seenMethod, path: seenPath, body: seenBody, headers } = lastSeen()
      expect([seenMethod, seenPath, seenBody.toString()]).toEqual([method, path, body ?? ''])
      expect(headers.authorization).toBe(`Bearer ${OPENAI_KEY}`)
    },
  )

  test('are redirected within Pleat when the provider redirects to itself', async () => {
    const location = async (to: string) => {
      proxy.upstream.play(reply(307, '', { Location: to }))
      return (await send(`${proxy.url}/v1/files`, { headers: AUTH })).headers.location
    }
    expect(await location(`${proxy.upstream.url}/v1/files/?a=1`)).toBe('/v1/files/?a=1')
    expect(await location('/v1/files/')).toBe('/v1/files/')
    expect(await location('https://files.example/signed')).toBe('https://files.example/signed')
  })

  test('go to the provider by the client’s version header, or by the path', async () => {
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      await send(`${proxy.url}${path}`, { headers: { ...AUTH, ...headers } })
      return lastSeen().headers['x-api-key'] === ANTHROPIC_KEY ? 'anthropic' : 'openai'
    }
    const version = { 'anthropic-version': '2023-06-01' }
    expect(await ask('/v1/models')).toBe('openai')
    expect(await ask('/v1/models', version)).toBe('anthropic')
    expect(await ask('/v1/messages/batches?limit=3')).toBe('anthropic')
    expect(await ask('/v1/chat/completions', version)).toBe('openai')
    expect(await ask('/v1/completions')).toBe('openai')
    expect(await ask('/v1/complete')).toBe('anthropic')
  })

  test('accept any body byte for byte, also compressed ones', async () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256))
    const boundary = 'multipart/form-data; boundary=----x'
    await send(`${proxy.url}/v1/audio/translations`, {
      body: bytes,
      headers: { ...AUTH, 'content-type': boundary, 'content-length': String(bytes.length) },
    })
    expect(lastSeen().body.equals(bytes)).toBe(true)
    expect(lastSeen().headers).toMatchObject({ 'content-type': boundary, 'content-length': String(bytes.length) })
    const gzipped = gzipSync('{"input":"x"}')
    await send(`${proxy.url}/v1/embeddings`, {
      body: gzipped,
      headers: { ...AUTH, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    expect(lastSeen().body.equals(gzipped)).toBe(true)
    expect(lastSeen().headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(gzipped.length) })
  })

  test('return the provider’s status, headers and bytes, with all headers of Pleat', async () => {
    const bytes = Buffer.from([0xff, 0xfb, 0x00, 0x0d, 0x0a])
    proxy.upstream.play(reply(207, bytes, { 'Content-Type': 'audio/mpeg', 'X-Of-Provider': 'yes' }))
    const answer = await send(`${proxy.url}/v1/audio/speech`, {
      headers: { ...AUTH, 'x-session-id': 'mine' },
      body: '{}',
    })
    expect([answer.status, answer.body.equals(bytes)]).toEqual([207, true])
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'x-of-provider': 'yes',
      'x-service-saved-tokens': '0',
      'x-service-savings-percent': '0',
      'x-service-original-tokens': '0',
      'x-service-optimized-tokens': '0',
      'x-service-session-id': 'mine',
      'x-service-proxy-overhead-ms': expect.stringMatching(/^\d+$/),
      'x-service-compression': 'passed-through',
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    })
  })

  test('need a key, and take slots of its rate limit', async () => {
    const before = proxy.upstream.seen.length
    expect((await send(`${proxy.url}/v1/embeddings`, { body: '{}' })).status).toBe(401)
    await proxy.createKey('pleat_one-a-minute', { account: 'slow', requestsPerMinute: 1 })
    const headers = { authorization: 'Bearer pleat_one-a-minute' }
    expect((await send(`${proxy.url}/v1/moderations`, { headers, body: '{}' })).status).toBe(200)
    expect((await send(`${proxy.url}/v1/moderations`, { headers, body: '{}' })).status).toBe(429)
    expect(proxy.upstream.seen.length).toBe(before + 1)
  })

  test('count for the usage of the key, and are logged without values of the path', async () => {
    await proxy.createKey('pleat_counted', { account: 'counted' })
    const headers = { authorization: 'Bearer pleat_counted' }
    await send(`${proxy.url}/v1/embeddings`, { headers, body: '{}' })
    proxy.upstream.play(reply(400, '{}'))
    await send(`${proxy.url}/v1/secret-name/other-secret?q=third-secret`, { headers })
    await proxy.server.deps.usage.flush()
    const [row] = await proxy.server.deps.store.usage.list({ accountName: 'counted' })
    expect(row).toMatchObject({ model: 'pass-through', requests: 2, failed: 1, originalTokens: 0 })
    const lines = proxy.logLines.filter((line) => line.includes('"passed-through"')).slice(-2)
    expect(lines.map((line) => JSON.parse(line).path)).toEqual(['/v1/embeddings', '/v1/*'])
    expect(proxy.logLines.join('')).not.toContain('secret')
  })

  test('are refused with a body beyond their own limit, announced or not', async () => {
    const body = Buffer.alloc(1024 * 1024 + 1, 'x')
    const announced = await send(`${proxy.url}/v1/uploads`, { headers: AUTH, body, method: 'POST' })
    expect([announced.status, errorOf(announced).code]).toEqual([413, 'body_too_large'])
    const connection = await openConnection(proxy.port)
    connection.socket.write(
      `POST /v1/embeddings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    for (let i = 0; i < 17; i++) connection.socket.write(`10000\r\n${'y'.repeat(65_536)}\r\n`)
    await connection.until('larger than 1 MB')
    expect(connection.received()).toMatch(/^HTTP\/1\.1 413 /)
    connection.socket.destroy()
  })

  test('are refused with characters that ids do not have', async () => {
    const before = proxy.upstream.seen.length
    for (const path of ['/v1/files/a%3Bb', '/v1/files/', '/v1/files/a%00', '/v1/x/a%252Fb']) {
      expect((await send(`${proxy.url}${path}`, { headers: AUTH })).status).toBe(400)
    }
    expect(proxy.upstream.seen.length).toBe(before)
  })

  test('do not include the paths of this server', async () => {
    const before = proxy.upstream.seen.length
    for (const [method, path] of [
      ['GET', '/v1/tul1'],
      ['DELETE', '/v1/account'],
      ['POST', '/v1/health'],
      ['GET', '/v1/compress'],
    ] as const) {
      expect((await send(`${proxy.url}${path}`, { method, headers: AUTH })).status).toBe(405)
    }
    expect((await send(`${proxy.url}/v1/v1/embeddings`, { headers: AUTH, body: '{}' })).status).toBe(404)
    expect((await send(`${proxy.url}/v1`, { headers: AUTH })).status).toBe(404)
    expect(proxy.upstream.seen.length).toBe(before)
  })
})

describe('a client that waits for 100 Continue', () => {
  test('gets it after the gate', async () => {
    const head = (key: string) =>
      `POST /v1/embeddings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`
    const refused = await openConnection(proxy.port)
    refused.socket.write(head('pleat_nobody'))
    await refused.until('401')
    expect(refused.received()).not.toContain('100 Continue')
    const admitted = await openConnection(proxy.port)
    admitted.socket.write(head(KEY))
    await admitted.until('100 Continue')
    admitted.socket.write('{}')
    await admitted.until('{"ok":true}')
    for (const { socket } of [refused, admitted]) socket.destroy()
  })
})

describe('a WebSocket upgrade', () => {
  test.each(['/v1/responses', '/v1/realtime?model=x', '/anything'])('of %s gets 426 without a body', async (path) => {
    const before = proxy.upstream.seen.length
    const headers = { ...AUTH, upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' }
    const answer = await send(`${proxy.url}${path}`, { headers })
    expect([answer.status, answer.body.length]).toEqual([426, 0])
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': expect.stringMatching(/^\d+$/) })
    expect(proxy.upstream.seen.length).toBe(before)
  })

  test('differs from other protocol upgrades, which are ignored', async () => {
    const headers = { ...AUTH, upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings', 'http2-settings': 'AAMAAABk' }
    expect((await send(`${proxy.url}/v1/models`, { headers })).status).toBe(200)
    expect(lastSeen().headers).not.toHaveProperty('upgrade')
  })
})

describe('PLEAT_PASS_THROUGH', () => {
  const withSetting = async (value: string, use: (other: TestProxy) => Promise<void>) => {
    const other = await startProxy({ variables: { PLEAT_PASS_THROUGH: value } })
    await use(other).finally(() => other.close())
  }

  test('off closes all paths that the folded endpoints do not need, with an error in the provider’s format', async () => {
    await withSetting('off', async (other) => {
      const ask = (path: string, headers: Record<string, string> = {}) =>
        send(`${other.url}${path}`, { headers: { ...AUTH, ...headers } })
      const closed = await ask('/v1/embeddings')
      expect([closed.status, errorOf(closed).code]).toEqual([404, 'unknown_url'])
      expect(errorOf(closed).message).toBe(
        'Unknown request URL: /v1/embeddings. It is not passed through, since PLEAT_PASS_THROUGH is off on this server.',
      )
      const version = { 'anthropic-version': '2023-06-01' }
      expect(errorOf(await ask('/v1/files', version))).toMatchObject({ type: 'not_found_error' })
      for (const path of ['/v1/models', '/v1/models/m']) expect((await ask(path)).status).toBe(200)
      const counted = await send(`${other.url}/v1/messages/count_tokens`, { headers: AUTH, body: '{}' })
      expect(counted.status).toBe(200)
      expect((await send(`${other.url}/v1/models`, { headers: AUTH, body: '{}' })).status).toBe(405)
    })
  })

  test('a list opens its path prefixes', async () => {
    await withSetting('/v1/files, /v1/audio/', async (other) => {
      const statusOf = async (path: string) => (await send(`${other.url}${path}`, { headers: AUTH, body: '{}' })).status
      expect(await statusOf('/v1/files')).toBe(200)
      expect(await statusOf('/v1/audio/speech')).toBe(200)
      expect(await statusOf('/v1/filesystem')).toBe(404)
      expect(await statusOf('/v1/embeddings')).toBe(404)
    })
  })
})
