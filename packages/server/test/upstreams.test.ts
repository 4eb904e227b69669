import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf, openConnection, type PlainRequest, post, send } from './plain-client.ts'
import { reply, type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts'
import { KEY, OPENAI_KEY, startProxy, type TestProxy } from './start-proxy.ts'

const LAB = 'pleat_lab'
const OWNER = 'pleat_owner'
const FAST_KEY = 'sk-of-the-fast-one'
const LOST_KEY = 'sk-of-the-lost-one'

let fast: ScriptedUpstream
let lab: ScriptedUpstream
let proxy: TestProxy
beforeAll(async () => {
  fast = await startScriptedUpstream()
  lab = await startScriptedUpstream()
  const entries = [
    { name: 'fast', api: 'openai', models: ['fast-*'], url: `${fast.url}/v1`, key: FAST_KEY },
    { name: 'lost', api: 'openai', models: ['lost'], url: 'http://127.0.0.1:1/v1', key: 'env:LOST_KEY' },
    { name: 'deployed', api: 'openai', models: ['d*'], url: fast.url, path: '/d/{model}{path}' },
    { name: 'free', api: 'openai', models: ['free'], url: fast.url, key: FAST_KEY, prices: 'none' },
    { name: 'lab', api: 'openai', accounts: ['lab'], url: lab.url },
  ]
  const variables = { PLEAT_UPSTREAMS: JSON.stringify(entries), LOST_KEY, PLEAT_MAX_BODY_MB: '1' }
  proxy = await startProxy({ variables })
  await proxy.createKey(LAB, { account: 'lab' })
  await proxy.createKey(OWNER, { account: 'owner' })
  await setCredential('openai', 'sk-of-the-owner')
})
beforeEach(() => {
  for (const upstream of [fast, lab, proxy.upstream]) {
    upstream.seen.length = 0
    upstream.play(reply(200, '{"id":"x","ok":true}'))
  }
})
afterAll(async () => {
  await proxy.close()
  await fast.close()
  await lab.close()
})

/** Stores a key of the account of `OWNER`. */
async function setCredential(upstream: string, key: string | undefined): Promise<void> {
  const { store, credentials } = proxy.server.deps
  await credentials.set((await store.keys.findAccount('owner'))!.id, upstream, key)
}

/** The upstream of each request since the test began, grouped by upstream. */
const arrivals = () =>
  Object.entries({ fast, lab, default: proxy.upstream }).flatMap(([name, { seen }]) => seen.map(() => name))
const ask = (path: string, { headers, ...request }: PlainRequest = {}, key = KEY) =>
  send(`${proxy.url}${path}`, { ...request, headers: { authorization: `Bearer ${key}`, ...headers } })
const json = (body: object | Buffer, headers = {}): PlainRequest => ({
  body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})
const SHIPS = 'trawler ferry barge tug cutter tanker schooner dredger'.split(' ')
const PORTS = 'Bergen Molde Narvik Bodo Hammerfest Stavanger Arendal'.split(' ')
const feeOf = (n: number) => `The ${SHIPS[n % 8]} of berth ${n} in ${PORTS[n % 7]} pays ${3 * n + 7} crowns.`

const chat = (model: string, turns = 1) => ({
  model,
  messages: Array.from({ length: turns * 2 - 1 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: Array.from({ length: index % 2 === 0 ? 6 : 34 }, (_, place) => feeOf(34 * index + place)).join(' '),
  })),
})

describe('a conversation', () => {
  test('stays at the upstream of its model, folded or not', async () => {
    for (let turn = 1; turn <= 12; turn++) {
      const answer = await post(`${proxy.url}/v1/chat/completions`, chat('fast-1', turn), { 'x-session-id': 'harbour' })
      expect(answer.status).toBe(200)
    }
    expect(arrivals()).toEqual(Array(12).fill('fast'))
    expect(fast.seen.at(-1)!.body.length).toBeLessThan(JSON.stringify(chat('fast-1', 12)).length / 2)
    expect(fast.seen[0]!.headers.authorization).toBe(`Bearer ${FAST_KEY}`)
  })

  test('goes to the upstream of its account if none matches its model, else to the default', async () => {
    await ask('/v1/chat/completions', json(chat('o5')), LAB)
    await ask('/v1/chat/completions', json(chat('o5')))
    await ask('/v1/responses', json({ model: 'fast-2', input: 'Hello' }), LAB)
    expect(arrivals()).toEqual(['fast', 'lab', 'default'])
    expect(lab.seen[0]!.headers.authorization).toBeUndefined()
    expect(lab.seen[0]!.path).toBe('/v1/chat/completions')
  })

  test('is folded with objective cost at once if cached input is not cheaper', async () => {
    const lastOf = async (model: string) => {
      const headers = { 'x-session-id': `cost-${model}`, 'x-service-objective': 'cost' }
      for (let turn = 1; turn <= 8; turn++) await post(`${proxy.url}/v1/chat/completions`, chat(model, turn), headers)
      return fast.seen.at(-1)!.body.length / JSON.stringify(chat(model, 8)).length
    }
    expect(await lastOf('fast-1')).toBe(1)
    expect(await lastOf('free')).toBeLessThan(0.7)
  })

  test('is refused if its model is not allowed in a path', async () => {
    const answer = await ask('/v1/chat/completions', json(chat('d/../../admin')))
    expect([answer.status, errorOf(answer).param]).toEqual([400, 'model'])
    await ask('/v1/chat/completions', json(chat('d/e')))
    expect(fast.seen.map(({ path }) => path)).toEqual(['/d/d%2Fe/chat/completions'])
  })
})

describe('a request that is passed through', () => {
  const form = (...parts: string[]): PlainRequest => ({
    body: `${parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  const file = `name="file"; filename="a"\r\n\r\n${'x'.repeat(200_000)}`

  test.each<[string, string, PlainRequest, string]>([
    ['in a body', '/v1/embeddings', json({ input: ['a'], model: 'fast-3' }), 'fast'],
    ['in a long body', '/v1/embeddings', json({ input: 'y'.repeat(500_000), model: 'fast-3' }), 'fast'],
    [
      'in a compressed body',
      '/v1/embeddings',
      json(gzipSync('{"model":"fast-3"}'), { 'content-encoding': 'gzip' }),
      'fast',
    ],
    ['in a form, behind a file', '/v1/audio/transcriptions', form(file, 'name="model"\r\n\r\nfast-3'), 'fast'],
    ['in the path', '/v1/models/fast-3', {}, 'fast'],
    ['that no entry takes', '/v1/embeddings', json({ model: 'slow' }), 'default'],
    ['of a wrong type', '/v1/moderations', json({ model: 5 }), 'default'],
    ['nowhere', '/v1/vector_stores', json({ name: 'fast-3' }), 'default'],
    ['in a file only', '/v1/files', form(file, 'name="model"\r\n\r\nfast-3'), 'default'],
    [
      'after the part of a body that may be held',
      '/v1/embeddings',
      json({ input: 'z'.repeat(1_200_000), model: 'fast-3' }),
      'default',
    ],
    ['nowhere, without a body', '/v1/images/generations', {}, 'default'],
  ])('with the model %s arrives whole at its upstream', async (_, path, request, name) => {
    expect((await ask(path, request)).status).toBe(200)
    expect(arrivals()).toEqual([name])
    const [seen] = name === 'fast' ? fast.seen : proxy.upstream.seen
    expect(seen!.body.equals(Buffer.from(request.body ?? ''))).toBe(true)
  })

  test('goes to the upstream of its account if no entry takes its model', async () => {
    await ask('/v1/files', json({}), LAB)
    await ask('/v1/embeddings', json({ model: 'fast-1' }), LAB)
    expect(arrivals()).toEqual(['fast', 'lab'])
  })

  test('has an overhead without the client’s upload time', async () => {
    const { socket, until, received } = await openConnection(proxy.port)
    const head = [
      'POST /v1/embeddings HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${KEY}`,
      'Content-Type: application/json',
    ]
    socket.write(`${head.join('\r\n')}\r\nContent-Length: 18\r\n\r\n{"model":`)
    setTimeout(() => socket.write('"fast-5"}'), 1500)
    await until('"ok":true')
    const overhead = Number(/X-Service-Proxy-Overhead-Ms: ([\d.]+)/i.exec(received())?.[1])
    expect(overhead).toBeLessThan(1500)
    socket.destroy()
  })

  test('gets 100 Continue once', async () => {
    const body = '{"model":"fast-4"}'
    const { socket, until, received } = await openConnection(proxy.port)
    socket.write(
      `POST /v1/embeddings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    await until('100 Continue')
    socket.write(body)
    await until('"ok":true')
    expect(received().split('100 Continue')).toHaveLength(2)
    socket.destroy()
    expect(arrivals()).toEqual(['fast'])
  })
})

describe('the key of a request', () => {
  test('is the client’s, the account’s own for that upstream, or the server’s, in this order', async () => {
    await ask('/v1/embeddings', json({ model: 'fast-1' }), OWNER)
    await ask('/v1/embeddings', json({ model: 'fast-1' }, { 'x-service-provider-key': 'sk-mine' }), OWNER)
    await ask('/v1/embeddings', json({ model: 'o5' }), OWNER)
    await ask('/v1/embeddings', json({ model: 'o5' }))
    await setCredential('fast', 'sk-of-the-owner-there')
    await ask('/v1/embeddings', json({ model: 'fast-1' }), OWNER)
    await setCredential('fast', undefined)
    const keys = [...fast.seen, ...proxy.upstream.seen].map(({ headers }) => headers.authorization)
    expect(keys).toEqual(
      [FAST_KEY, 'sk-mine', 'sk-of-the-owner-there', 'sk-of-the-owner', OPENAI_KEY].map((key) => `Bearer ${key}`),
    )
  })

  test('is in no error and no log line; both name the upstream', async () => {
    const answer = await ask('/v1/chat/completions', json(chat('lost')))
    expect([answer.status, errorOf(answer).message]).toEqual([
      502,
      'Could not connect to 127.0.0.1:1: connection refused.',
    ])
    await ask('/v1/embeddings', json({ model: 'lost' }))
    expect((await ask('/v1/chat/completions', json(chat('fast-1')))).status).toBe(200)
    const log = proxy.logLines.join('')
    for (const key of [FAST_KEY, LOST_KEY, OPENAI_KEY]) expect(log).not.toContain(key)
    const lines = proxy.logLines.map((line) => JSON.parse(line) as { msg: string; upstream?: string })
    expect(
      lines
        .filter(({ msg }) => msg === 'request')
        .slice(-3)
        .map(({ upstream }) => upstream),
    ).toEqual(['lost', 'lost', 'fast'])
  })

  test('is not sent to a server without keys, and accounts are separated there even if they send keys', async () => {
    lab.play(reply(200, '{"id":"file-of-lab"}'))
    expect((await ask('/v1/files', json({}), LAB)).status).toBe(200)
    lab.play(reply(200, '{"ok":true}'))
    const mine = { headers: { 'x-service-provider-key': 'sk-mine' } }
    expect((await ask('/v1/files/file-of-lab', mine, LAB)).status).toBe(200)
    expect((await ask('/v1/files/file-of-others', mine, LAB)).status).toBe(404)
    expect(lab.seen.at(-1)!.headers.authorization).toBeUndefined()
  })
})
