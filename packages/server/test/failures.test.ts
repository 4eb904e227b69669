import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { UndiciUpstream } from '../src/adapters/upstream/undici-upstream.ts'
import { longChat } from './long-chat.ts'
import { CHAT, errorOf, MESSAGE, openConnection, post, send } from './plain-client.ts'
import { reply, startScriptedUpstream } from './scripted-upstream.ts'
import { standInCompression } from './stand-in-compression.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy()
})
afterEach(() => proxy.upstream.play())
afterAll(() => proxy.close())

const chatUrl = () => `${proxy.url}/v1/chat/completions`
const messagesUrl = () => `${proxy.url}/v1/messages`

describe('the provider fails', () => {
  test('in the middle of a stream: the client’s connection is destroyed, not ended', async () => {
    proxy.upstream.play(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
      await new Promise((resolve) => setTimeout(resolve, 20))
      response.destroy()
    })
    const connection = await openConnection(proxy.port)
    const body = JSON.stringify(CHAT)
    const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n`
    connection.socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await connection.until('data: 1')
    await connection.closed
    expect(connection.received()).not.toContain('\r\n0\r\n')
  })

  test('before the head: 502 in the provider’s error format, with savings of 0', async () => {
    proxy.upstream.play((response) => void response.destroy())
    const answer = await post(messagesUrl(), MESSAGE)
    expect(answer.status).toBe(502)
    expect(errorOf(answer).type).toBe('api_error')
    expect(answer.headers['x-should-retry']).toBeUndefined()
    const { 'x-service-original-tokens': original, 'x-service-optimized-tokens': optimized } = answer.headers
    expect(original).toBe(optimized)
    expect(answer.headers['x-ratelimit-limit']).toBeDefined()
  })

  test('after it may have received the request: the request is not sent again', async () => {
    const before = proxy.upstream.seen.length
    proxy.upstream.play((response) => void response.destroy())
    await post(chatUrl(), CHAT)
    expect(proxy.upstream.seen.length - before).toBe(1)
  })

  test('by refusing the connection: 502 that names host and reason', async () => {
    const lonely = await startProxy({ variables: { PLEAT_OPENAI_URL: 'http://127.0.0.1:1/v1' } })
    const answer = await post(`${lonely.url}/v1/chat/completions`, CHAT)
    const message = 'Could not connect to 127.0.0.1:1: connection refused.'
    expect([answer.status, errorOf(answer).message]).toEqual([502, message])
    await lonely.close()
  })

  test('in the middle of a refusal: 502, and no failure of this server', async () => {
    proxy.upstream.play(async (response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"error":')
      await new Promise((resolve) => setTimeout(resolve, 20))
      response.destroy()
    })
    const answer = await post(chatUrl(), longChat(8), { 'x-session-id': 'broken-refusal' })
    expect([answer.status, errorOf(answer).type]).toEqual([502, 'server_error'])
  })

  test('by not responding in time: 504', async () => {
    const upstream = new UndiciUpstream({ headersMs: 100 })
    const impatient = await startProxy({ overrides: { upstream } })
    impatient.upstream.play(() => {})
    const answer = await post(`${impatient.url}/v1/chat/completions`, CHAT)
    expect(answer.status).toBe(504)
    await impatient.close()
  })

  test('with an error status: the error is returned and nothing is retried', async () => {
    for (const status of [401, 404, 429, 500, 529]) {
      const before = proxy.upstream.seen.length
      proxy.upstream.play(reply(status, '{"error":"theirs"}'))
      const answer = await post(chatUrl(), longChat(8))
      expect([answer.status, answer.body.toString()]).toEqual([status, '{"error":"theirs"}'])
      expect(proxy.upstream.seen.length - before).toBe(1)
    }
  })

  test('with an error status: the request saves nothing in its session and in the bill', async () => {
    const session = { 'x-session-id': 'failed-1' }
    const read = async (path: string) => {
      const answer = await send(`${proxy.url}/v1/account/${path}`, { headers: { authorization: `Bearer ${KEY}` } })
      const { requests, original_tokens, saved_tokens } = JSON.parse(answer.body.toString())
      return { requests, original_tokens, saved_tokens }
    }
    const figures = async () => {
      const { sessions, turns } = proxy.server.deps
      await Promise.all([sessions.save(), turns.flush()])
      return Promise.all([read('sessions/failed-1'), read('bill?session=failed-1')])
    }
    await post(chatUrl(), longChat(8), session)
    const [before] = await figures()
    expect(before.saved_tokens).toBeGreaterThan(0)
    proxy.upstream.play(reply(503, '{}'))
    await post(chatUrl(), longChat(9), session)
    const after = { ...before, requests: 2 }
    expect(await figures()).toEqual([after, after])
  })
})

describe('the client disconnects', () => {
  async function leaveAfter(isReady: (proxySaw: () => number) => Promise<void>): Promise<void> {
    const before = proxy.upstream.seen.length
    const connection = connect(proxy.port, '127.0.0.1')
    await once(connection, 'connect')
    const body = JSON.stringify(CHAT)
    const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n`
    connection.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await isReady(() => proxy.upstream.seen.length - before)
    connection.destroy()
    await proxy.upstream.seen.at(-1)!.closed
  }

  test('before the response: the request to the provider is aborted', async () => {
    proxy.upstream.play(() => {})
    await leaveAfter((seen) => expect.poll(seen).toBe(1))
  })

  test('in the middle of a stream: the request to the provider is aborted', async () => {
    proxy.upstream.play((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: 1\n\n')
    })
    await leaveAfter((seen) => expect.poll(seen).toBe(1))
    // The log, metrics and alerts do not blame the provider.
    await expect.poll(() => JSON.parse(proxy.logLines.at(-1)!)).toMatchObject({ msg: 'request', end: 'client-gone' })
  })
})

describe('a part of Pleat fails', () => {
  test('the store of sessions: the request is served', async () => {
    const { sessions } = proxy.server.deps.store
    const find = sessions.find
    Object.assign(sessions, { find: () => Promise.reject(new Error('disk')) })
    const answer = await post(chatUrl(), CHAT, { 'x-session-id': 'store-down' })
    Object.assign(sessions, { find })
    expect([answer.status, answer.headers['x-service-session-id']]).toEqual([200, 'store-down'])
    expect(proxy.server.deps.counters.read().session_failed).toBeGreaterThan(0)
  })

  test('writing usage: the client does not notice', async () => {
    const { usage } = proxy.server.deps.store
    const add = usage.add
    Object.assign(usage, { add: () => Promise.reject(new Error('disk')) })
    expect((await post(chatUrl(), CHAT)).status).toBe(200)
    await expect.poll(() => proxy.server.deps.counters.read().record_failed).toBeGreaterThan(0)
    Object.assign(usage, { add })
  })

  test('the fold: the original is sent', async () => {
    const compression = standInCompression('busy', async () => ({ rawTokens: 10, isComplete: false }))
    const broken = await startProxy({ overrides: { compression } })
    const body = longChat(7)
    const answer = await post(`${broken.url}/v1/chat/completions`, body)
    expect([answer.status, answer.headers['x-service-compression']]).toEqual([200, 'busy'])
    expect(broken.upstream.seen.at(-1)!.body.toString()).toBe(JSON.stringify(body))
    await broken.close()
  })

  test('the reading of a long body: its model still chooses the upstream', async () => {
    const local = await startScriptedUpstream()
    const entries = [{ name: 'local', api: 'openai', models: ['local-*'], url: local.url, key: 'sk-local' }]
    const compression = standInCompression('busy', async () => ({ rawTokens: 10, isComplete: false }))
    const variables = { PLEAT_UPSTREAMS: JSON.stringify(entries) }
    const broken = await startProxy({ overrides: { compression }, variables })
    const { messages } = longChat(30)
    await post(`${broken.url}/v1/chat/completions`, { messages, model: 'local-1' })
    expect([local.seen.length, broken.upstream.seen.length]).toEqual([1, 0])
    await broken.close()
    await local.close()
  })

  test('the store of keys: every request is refused', async () => {
    const { keys } = proxy.server.deps.store
    const findCaller = keys.findCaller
    Object.assign(keys, { findCaller: () => Promise.reject(new Error('secret-detail')) })
    const answer = await post(chatUrl(), CHAT)
    Object.assign(keys, { findCaller })
    expect(answer.status).toBe(500)
    expect(answer.body.toString()).not.toContain('secret-detail')
    expect(answer.headers['x-ratelimit-limit']).toBeDefined()
  })
})

describe('usage', () => {
  test('counts one failure for each request without a response, with an error, or with half a response', async () => {
    await proxy.createKey('pleat_unlucky', { account: 'unlucky' })
    const headers = { authorization: 'Bearer pleat_unlucky' }
    proxy.upstream.play((response) => void response.destroy())
    await post(chatUrl(), CHAT, headers)
    proxy.upstream.play(reply(500, '{}'))
    await post(chatUrl(), CHAT, headers)
    proxy.upstream.play((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      setImmediate(() => response.destroy())
    })
    await expect(post(chatUrl(), CHAT, headers)).rejects.toThrow()
    const rows = () => proxy.server.deps.store.usage.list({ accountName: 'unlucky' })
    await expect.poll(async () => (await rows())[0]?.requests).toBe(3)
    expect((await rows())[0]).toMatchObject({ failed: 3, folded: 0, outputTokens: 0 })
  })
})
