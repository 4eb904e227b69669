import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_LIMITS } from '../src/limits.ts'
import { type PlainAnswer, send } from './plain-client.ts'
import { reply, type Script, type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts'
import { ANTHROPIC_KEY, KEY, OPENAI_KEY, startProxy, type TestProxy } from './start-proxy.ts'

const LOCAL_KEY = 'sk-of-the-local-one'
const VERSION = { 'anthropic-version': '2023-06-01' }

let local: ScriptedUpstream
let lab: ScriptedUpstream
let proxy: TestProxy
beforeAll(async () => {
  local = await startScriptedUpstream()
  lab = await startScriptedUpstream()
  const entries = [
    { name: 'local', api: 'openai', models: ['local-*', 'gpt-4o'], url: local.url, key: LOCAL_KEY },
    { name: 'lab', api: 'openai', accounts: ['lab'], models: ['lab-*'], url: lab.url },
    { name: 'local-messages', api: 'anthropic', models: ['local-*'], url: local.url, key: LOCAL_KEY },
  ]
  proxy = await startProxy({
    variables: { PLEAT_UPSTREAMS: JSON.stringify(entries) },
    overrides: { limits: { modelListMs: 500 } },
  })
  await proxy.createKey('pleat_lab', { account: 'lab' })
})
const logged: { from: number } = { from: 0 }
beforeEach(() => {
  for (const { seen } of [local, lab, proxy.upstream]) seen.length = 0
  logged.from = proxy.logLines.length
})
afterAll(async () => {
  await proxy.close()
  await local.close()
  await lab.close()
})

/** A list in the format of the providers. The fields of each provider differ. */
const listOf = (ids: readonly string[], more: object = {}): Script =>
  reply(200, JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model', of: ids[0] })), ...more }))
const pageOf = (...ids: string[]): Script =>
  reply(
    200,
    JSON.stringify({
      data: ids.map((id) => ({ id, type: 'model' })),
      has_more: false,
      first_id: ids[0],
      last_id: ids.at(-1),
    }),
  )
const list = (query = '', headers: Record<string, string> = {}, key = KEY) =>
  send(`${proxy.url}/v1/models${query}`, { headers: { authorization: `Bearer ${key}`, ...headers } })
const bodyOf = (answer: PlainAnswer) =>
  JSON.parse(answer.body.toString()) as {
    data: { id: string; of?: string }[]
    has_more?: boolean
    first_id?: string | null
    last_id?: string | null
  }
const idsOf = (answer: PlainAnswer) => bodyOf(answer).data.map(({ id }) => id)
const warnings = () =>
  proxy.logLines
    .slice(logged.from)
    .map(
      (line) => JSON.parse(line) as { level: number; upstream?: string; status?: number; error?: { message: string } },
    )
    .filter(({ level }) => level >= 40)

describe('the list of models', () => {
  test('is requested only from the upstream that takes any model if the request has a provider key', async () => {
    proxy.upstream.play(listOf(['gpt-5']))
    const answer = await list('', { 'x-service-provider-key': 'sk-of-the-client' })
    expect(idsOf(answer)).toEqual(['gpt-5'])
    expect(local.seen).toEqual([])
    expect(proxy.upstream.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-of-the-client'])
  })

  test('has the models of each upstream whose requests go there, as the upstream describes them', async () => {
    local.play(listOf(['local-1', 'gpt-4o', 'hidden']))
    proxy.upstream.play(listOf(['gpt-5', 'gpt-4o', 'local-9'], { page: 1 }))
    const answer = await list('?x=1')
    expect(bodyOf(answer)).toEqual({
      object: 'list',
      data: [
        { id: 'local-1', object: 'model', of: 'local-1' },
        { id: 'gpt-4o', object: 'model', of: 'local-1' },
        { id: 'gpt-5', object: 'model', of: 'gpt-5' },
      ],
    })
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-compression': 'passed-through',
    })
    expect(
      [local, proxy.upstream].map(({ seen }) => seen.map(({ path, headers }) => [path, headers.authorization])),
    ).toEqual([[['/v1/models?x=1', `Bearer ${LOCAL_KEY}`]], [['/v1/models?x=1', `Bearer ${OPENAI_KEY}`]]])
    expect([lab.seen, warnings()]).toEqual([[], []])
  })

  test('has the models of an account’s upstreams only for that account', async () => {
    local.play(listOf(['local-1']))
    lab.play(listOf(['lab-1', 'gpt-5']))
    proxy.upstream.play(listOf(['gpt-5', 'lab-2']))
    expect(idsOf(await list('', {}, 'pleat_lab'))).toEqual(['local-1', 'lab-1', 'gpt-5'])
    expect(idsOf(await list())).toEqual(['local-1', 'gpt-5', 'lab-2'])
  })

  test.each<[string, Script, object]>([
    ['refuses', reply(401, `{"error":{"message":"Incorrect API key provided: ${LOCAL_KEY}"}}`), { status: 401 }],
    ['answers with something else', reply(200, '<html>'), { status: 200 }],
    [
      'breaks off',
      (response) => void response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
      {},
    ],
    ['never answers', () => {}, { error: { message: 'No list of models within 500 ms.' } }],
    [
      'never ends its answer',
      (response) => void response.write('{"data":['),
      { error: { message: 'No list of models within 500 ms.' } },
    ],
  ])('omits an upstream that %s, and logs a warning', async (_, script, expected) => {
    local.play(script)
    proxy.upstream.play(listOf(['gpt-5']))
    const answer = await list()
    expect([answer.status, idsOf(answer)]).toEqual([200, ['gpt-5']])
    expect(warnings()).toMatchObject([{ upstream: 'local', ...expected }])
    expect(proxy.logLines.join('')).not.toContain(LOCAL_KEY)
  })

  test('is the last response if no upstream returns one', async () => {
    local.play(reply(500, '{"error":{"message":"broken"}}'))
    proxy.upstream.play(reply(401, '{"error":{"message":"wrong key"}}', { 'X-Of-Provider': 'yes' }))
    const answer = await list()
    expect([answer.status, answer.body.toString(), answer.headers['x-of-provider']]).toEqual([
      401,
      '{"error":{"message":"wrong key"}}',
      'yes',
    ])
  })

  test('has pages if its API has them', async () => {
    local.play(pageOf('local-1', 'local-2', 'claude-x'))
    proxy.upstream.play(pageOf('claude-1', 'claude-2', 'claude-3'))
    const all = await list('', VERSION)
    expect(idsOf(all)).toEqual(['local-1', 'local-2', 'claude-1', 'claude-2', 'claude-3'])
    expect(bodyOf(all)).toMatchObject({ has_more: false, first_id: 'local-1', last_id: 'claude-3' })
    expect([local, proxy.upstream].map(({ seen }) => [seen[0]!.path, seen[0]!.headers['x-api-key']])).toEqual([
      ['/v1/models?limit=1000', LOCAL_KEY],
      ['/v1/models?limit=1000', ANTHROPIC_KEY],
    ])
    const collected: string[] = []
    for (let query = '?limit=2'; ; ) {
      const { data, has_more, last_id } = bodyOf(await list(query, VERSION))
      collected.push(...data.map(({ id }) => id))
      if (!has_more) break
      query = `?limit=2&after_id=${last_id}`
    }
    expect(collected).toEqual(idsOf(all))
    const before = await list('?limit=2&before_id=claude-2', VERSION)
    expect(bodyOf(before)).toMatchObject({ has_more: true, first_id: 'local-2', last_id: 'claude-1' })
    const behind = await list('?after_id=unknown', VERSION)
    expect(bodyOf(behind)).toEqual({ data: [], has_more: false, first_id: null, last_id: null })
  })

  test('aborts the requests to all upstreams when its client disconnects', async () => {
    const entries = [{ name: 'local', api: 'openai', models: ['local-*'], url: local.url }]
    const patient = await startProxy({ variables: { PLEAT_UPSTREAMS: JSON.stringify(entries) } })
    const both = [local, patient.upstream]
    for (const upstream of both) upstream.play(() => {})
    const sent = request(`${patient.url}/v1/models`, { headers: { authorization: `Bearer ${KEY}` }, agent: false })
    sent.on('error', () => {}).end()
    await expect.poll(() => both.map(({ seen }) => seen.length)).toEqual([1, 1])
    const from = performance.now()
    sent.destroy()
    await Promise.all(both.map(({ seen }) => seen[0]!.closed))
    // Long before the time limit for a list.
    expect(performance.now() - from).toBeLessThan(DEFAULT_LIMITS.modelListMs / 2)
    await patient.close()
  })
  test('stays away without harm if its client disconnects before all upstreams are asked', async () => {
    const entries = [{ name: 'local', api: 'openai', models: ['local-*'], url: local.url }]
    const patient = await startProxy({ variables: { PLEAT_UPSTREAMS: JSON.stringify(entries) } })
    local.play(() => {})
    const { credentials } = patient.server.deps
    const find = credentials.find.bind(credentials)
    vi.spyOn(credentials, 'find').mockImplementation(async (accountId, upstream) => {
      if (upstream === 'openai')
        await expect
          .poll(() => local.seen.length)
          .toBe(1)
          .then(() => local.seen[0]!.closed)
      return find(accountId, upstream)
    })
    const sent = request(`${patient.url}/v1/models`, { headers: { authorization: `Bearer ${KEY}` }, agent: false })
    sent.on('error', () => {}).end()
    await expect.poll(() => local.seen.length).toBe(1)
    sent.destroy()
    await expect.poll(() => patient.logLines.filter((line) => line.includes('"path":"/v1/models"')).length).toBe(1)
    expect(patient.upstream.seen).toEqual([])
    await patient.close()
  })
})
