import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAT, send } from './plain-client.ts'
import { reply, stream } from './scripted-upstream.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'

const PAGE = 'https://app.example'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy({ variables: { PLEAT_CORS_ORIGINS: `${PAGE}, app://obsidian.md` } })
})
afterAll(() => proxy.close())

const preflight = (origin: string, path = '/v1/chat/completions') => ({
  url: `${proxy.url}${path}`,
  options: {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-stainless-os,x-some-new-header',
    },
  },
})
const chat = (headers: Record<string, string>) =>
  send(`${proxy.url}/v1/chat/completions`, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(CHAT),
  })

describe('a preflight', () => {
  test.each([PAGE, 'app://obsidian.md'])('of the listed origin %s is answered without a key', async (origin) => {
    const before = proxy.upstream.seen.length
    for (const path of ['/v1/chat/completions', '/v1/messages', '/v1/embeddings', '/v1/tul1']) {
      const { url, options } = preflight(origin, path)
      const answer = await send(url, options)
      expect([answer.status, answer.body.length]).toEqual([204, 0])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization,content-type,x-stainless-os,x-some-new-header',
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-max-age': '7200',
        vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
        'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
      })
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
    expect(proxy.upstream.seen.length).toBe(before)
  })

  test('of another origin, or for the admin API, is not allowed', async () => {
    for (const { url, options } of [preflight('https://evil.example'), preflight(PAGE, '/admin/v1/accounts')]) {
      const answer = await send(url, options)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('for a private network is allowed', async () => {
    const { url, options } = preflight(PAGE)
    const headers = { ...options.headers, 'access-control-request-private-network': 'true' }
    const answer = await send(url, { ...options, headers })
    expect(answer.headers).toMatchObject({ 'access-control-allow-private-network': 'true' })
  })
})

describe('a page of a listed origin may read', () => {
  test('a response with the headers of Pleat and of the provider', async () => {
    proxy.upstream.play(
      reply(200, '{"id":"x"}', {
        Vary: 'Accept-Encoding',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'X-Request-ID',
      }),
    )
    const answer = await chat({ origin: PAGE, authorization: `Bearer ${KEY}` })
    expect(answer.status).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE)
    expect(answer.headers.vary).toBe('Accept-Encoding, Origin')
    const exposed = answer.headers['access-control-expose-headers']!.split(', ')
    const ours = Object.keys(answer.headers).filter((name) => /^x-(?:service|ratelimit)-/.test(name))
    expect(ours.length).toBe(10)
    expect(exposed.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(['*', 'retry-after', ...ours]))
  })

  test('a stream', async () => {
    proxy.upstream.play(stream([Buffer.from('data: {}\n\n'), Buffer.from('data: [DONE]\n\n')]))
    const answer = await chat({ origin: PAGE, authorization: `Bearer ${KEY}` })
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE)
    expect(answer.body.toString()).toContain('[DONE]')
  })

  test('errors of the provider and of Pleat, and passed-through responses', async () => {
    proxy.upstream.play(reply(429, '{}'))
    const authorized = { origin: PAGE, authorization: `Bearer ${KEY}` }
    const answers = [
      await chat(authorized),
      await chat({ origin: PAGE }),
      await chat({ ...authorized, 'x-session-id': 'ä' }),
      await send(`${proxy.url}/v1/embeddings`, { headers: authorized, body: '{}' }),
      await send(`${proxy.url}/v1/nothing`, { headers: { origin: PAGE } }),
      await send(`${proxy.url}/v1/account`, { headers: authorized }),
      await send(`${proxy.url}/v1/v1/x`, { headers: authorized }),
      await send(`${proxy.url}/v1//x`, { headers: authorized }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([429, 401, 400, 429, 401, 200, 404, 400])
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'access-control-allow-origin': PAGE, vary: expect.stringContaining('Origin') })
    }
  })
})

test('a page of another origin is not allowed, and Vary separates its response in caches', async () => {
  proxy.upstream.play(reply(200, '{}'))
  const answer = await chat({ origin: 'https://evil.example', authorization: `Bearer ${KEY}` })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  expect(answer.headers.vary).toBe('Origin')
})

test('without PLEAT_CORS_ORIGINS there are no CORS headers; with * every page is allowed', async () => {
  const asked = { headers: { origin: PAGE, authorization: `Bearer ${KEY}` } }
  const closed = await startProxy()
  const answer = await send(`${closed.url}/v1/models`, asked)
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  expect(answer.headers).not.toHaveProperty('vary')
  const { url, options } = preflight(PAGE)
  expect((await send(url.replace(proxy.url, closed.url), options)).status).toBe(401)
  await closed.close()
  const open = await startProxy({ variables: { PLEAT_CORS_ORIGINS: '*' } })
  const read = await send(`${open.url}/v1/models`, asked)
  expect(read.headers['access-control-allow-origin']).toBe('*')
  await open.close()
})
