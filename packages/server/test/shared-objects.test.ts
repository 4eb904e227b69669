import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorOf, MESSAGE } from './plain-client.ts'
import { reply, stream } from './scripted-upstream.ts'
import { ALICE, ask, BOB, json, make, OPERATOR, proxy, startSharedKeyProxy } from './shared-key-proxy.ts'

startSharedKeyProxy()

const version = { 'anthropic-version': '2023-06-01' }

describe('an object under the server’s key', () => {
  test.each([
    ['/v1/files', 'file-a1', {}, 'No such File object: file-a1'],
    ['/v1/batches', 'batch_a1', {}, "No batch found with id 'batch_a1'."],
    ['/v1/responses', 'resp_a1', {}, "Response with id 'resp_a1' not found."],
    ['/v1/conversations', 'conv_a1', {}, "Conversation with id 'conv_a1' not found."],
    ['/v1/vector_stores', 'vs_a1', {}, "No vector store found with id 'vs_a1'."],
    ['/v1/fine_tuning/jobs', 'ftjob-a1', {}, 'Could not find fine tune: ftjob-a1'],
    ['/v1/files', 'file_a1', version, 'File not found: file_a1'],
    ['/v1/deployments', 'depl_a1', version, "Deployment with id 'depl_a1' not found."],
    ['/v1/dreams', 'drm_a1', version, "Dream with id 'drm_a1' not found."],
    ['/v1/tunnels', 'tnl_a1', version, "Tunnel with id 'tnl_a1' not found."],
    ['/v1/user_profiles', 'uprof_a1', version, "User profile with id 'uprof_a1' not found."],
    ['/v1/messages/batches', 'msgbatch_a1', version, "Message batch with id 'msgbatch_a1' not found."],
  ])('in %s is visible to its account only: %s', async (path, id, headers, message) => {
    await make(ALICE, path, { id }, headers)
    proxy.upstream.seen.length = 0
    for (const [method, below] of [
      ['GET', ''],
      ['GET', '/content'],
      ['POST', '/cancel'],
      ['DELETE', ''],
    ] as const) {
      const refused = await ask(BOB, `${path}/${id}${below}?x=1`, { method, headers })
      expect([refused.status, errorOf(refused).message]).toEqual([404, message])
      expect(refused.headers).toMatchObject({ 'x-service-compression': 'passed-through', 'x-should-retry': 'false' })
    }
    expect((await ask(OPERATOR, `${path}/${id}`, { headers })).status).toBe(404)
    expect(proxy.upstream.seen.length).toBe(0)
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await ask(ALICE, `${path}/${id}`, { method, headers })).status).toBe(200)
    }
    expect(proxy.upstream.seen.length).toBe(3)
  })

  test('of an unknown owner is only available to the operator', async () => {
    expect((await ask(ALICE, '/v1/files/file-of-old')).status).toBe(404)
    expect((await ask(OPERATOR, '/v1/files/file-of-old')).status).toBe(200)
  })

  test('cannot be reached by another spelling of its path', async () => {
    await make(ALICE, '/v1/files', { id: 'file-spelled1' })
    proxy.upstream.seen.length = 0
    for (const path of ['/v1/FILES/file-spelled1', '/v1/files%2Ffile-spelled1', '/v1/new/file-spelled1']) {
      expect([path, (await ask(BOB, path)).status]).toEqual([path, 404])
    }
    expect(proxy.upstream.seen.length).toBe(0)
  })

  test('belongs to the account that created it first', async () => {
    await make(ALICE, '/v1/files', { id: 'file-first1' })
    await make(BOB, '/v1/files', { id: 'file-first1' })
    expect((await ask(BOB, '/v1/files/file-first1')).status).toBe(404)
    expect((await ask(ALICE, '/v1/files/file-first1')).status).toBe(200)
  })

  test('is not created by a refusal, or by a response that repeats the client’s id', async () => {
    proxy.upstream.play(reply(400, '{"id":"file-refused1"}'))
    await ask(BOB, '/v1/files', { method: 'POST', body: '{}' })
    await make(BOB, '/v1/vector_stores', { id: 'vs_own1', file_id: 'file-said1', metadata: { id: 'file-said2' } })
    await make(BOB, '/v1/vector_stores/vs_own1/files', { id: 'file-said3' })
    for (const id of ['file-refused1', 'file-said1', 'file-said2', 'file-said3']) {
      expect((await ask(BOB, `/v1/files/${id}`)).status).toBe(404)
    }
  })

  test('has no owner after the provider has removed it', async () => {
    await make(ALICE, '/v1/files', { id: 'file-gone1' })
    await ask(ALICE, '/v1/files/file-gone1', { method: 'DELETE' })
    expect((await ask(ALICE, '/v1/files/file-gone1')).status).toBe(404)
  })

  test('gives its owner to objects that the provider derives from it', async () => {
    await make(ALICE, '/v1/batches', { id: 'batch_out1' })
    proxy.upstream.play(reply(200, '{"id":"batch_out1","output_file_id":"file-out1","error_file_id":null}'))
    await ask(ALICE, '/v1/batches/batch_out1')
    proxy.upstream.play(reply(200, 'lines'))
    expect((await ask(ALICE, '/v1/files/file-out1/content')).body.toString()).toBe('lines')
    expect((await ask(BOB, '/v1/files/file-out1/content')).status).toBe(404)
  })

  test('gives its owner to objects that a request about it creates', async () => {
    await make(ALICE, '/v1/deployments', { id: 'depl_run1' }, version)
    await make(ALICE, '/v1/deployments/depl_run1/run', { id: 'drun_run1', session_id: 'sesn_run1' }, version)
    for (const path of ['/v1/deployment_runs/drun_run1', '/v1/sessions/sesn_run1/events']) {
      expect((await ask(ALICE, path, { headers: version })).status).toBe(200)
      expect((await ask(BOB, path, { headers: version })).status).toBe(404)
    }
  })

  test('has an owner from the first event of a stream on', async () => {
    const event = 'event: response.created\ndata: {"type":"response.created","response":{"id":"resp_streamed1"}}\n\n'
    proxy.upstream.play(
      stream([Buffer.from(event.slice(0, 30)), Buffer.from(event.slice(30)), Buffer.from('data: x\n\n')]),
    )
    await ask(ALICE, '/v1/conversations', { method: 'POST', body: '{}' })
    proxy.upstream.play(reply(200, '{"ok":true}'))
    expect((await ask(BOB, '/v1/responses/resp_streamed1')).status).toBe(404)
    expect((await ask(ALICE, '/v1/responses/resp_streamed1')).status).toBe(200)
  })

  test('is not checked for a request with its own provider key', async () => {
    await make(ALICE, '/v1/files', { id: 'file-own-key1' })
    const headers = { 'x-service-provider-key': 'sk-of-bob' }
    expect((await ask(BOB, '/v1/files/file-own-key1', { headers })).status).toBe(200)
    expect(proxy.upstream.seen.at(-1)?.headers.authorization).toBe('Bearer sk-of-bob')
    proxy.upstream.play(reply(200, '{"data":[{"id":"file-any"}],"has_more":false}'))
    const list = await ask(BOB, '/v1/files', { headers })
    expect(list.body.toString()).toBe('{"data":[{"id":"file-any"}],"has_more":false}')
  })

  test('has its owner in the store, which outlives a restart', async () => {
    await make(ALICE, '/v1/files', { id: 'file-stored1' })
    const { store, hash } = proxy.server.deps
    const owners = await store.objects.findOwners([hash(JSON.stringify(['openai', 'file-stored1']))])
    expect([...owners.values()]).toEqual([(await store.keys.findAccount('alice'))!.id])
  })
})

describe('a body that refers to an object of another account', () => {
  beforeAll(() => make(ALICE, '/v1/files', { id: 'file-secret1' }))

  test.each([
    ['as it is', '{"input_file_id":"file-secret1"}'],
    ['with escapes', '{"input_file_id":"\\u0066ile\\u002dsecret1"}'],
    ['deep inside', JSON.stringify({ input: [{ content: [{ type: 'input_file', file_id: 'file-secret1' }] }] })],
    ['behind a megabyte', `{"pad":"${'x'.repeat(1 << 20)}","file_ids":["file-secret1"]}`],
  ])('never reaches the provider whole: %s', async (_, body) => {
    const refused = await ask(BOB, '/v1/batches', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(refused.status).toBe(404)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(proxy.upstream.seen).toEqual([])
    expect((await ask(ALICE, '/v1/batches', { method: 'POST', body })).status).toBe(200)
    expect(proxy.upstream.seen[0]!.body.toString()).toBe(body)
  })

  test.each([
    ['gzip', 'gzip', gzipSync],
    ['zlib', 'deflate', deflateSync],
    ['raw deflate', 'deflate', deflateRawSync],
  ])('is also refused if it is compressed with %s', async (_, encoding, encode) => {
    const body = encode('{"f":"file-secret1"}')
    const request = { method: 'POST', headers: { 'content-encoding': encoding }, body }
    expect((await ask(BOB, '/v1/batches', request)).status).toBe(404)
    expect((await ask(ALICE, '/v1/batches', request)).status).toBe(200)
    expect(proxy.upstream.seen[0]!.body.equals(body)).toBe(true)
  })

  test('is refused if its coding is unknown', async () => {
    const request = { method: 'POST', headers: { 'content-encoding': 'rot13' }, body: '{"f":"file-secret1"}' }
    expect((await ask(BOB, '/v1/batches', request)).status).toBe(415)
  })

  test.each([
    ['agent', '/v1/agents'],
    ['environment_id', '/v1/environments'],
    ['vault_ids', '/v1/vaults'],
    ['memory_store_id', '/v1/memory_stores'],
  ])('must not name an object of another account in the field %s of a new session', async (field, path) => {
    const prefix = { agent: 'agent', environment_id: 'env', vault_ids: 'vlt', memory_store_id: 'memstore' }[field]
    const id = `${prefix}_ofAlice`
    await make(ALICE, path, { id }, version)
    const request = { ...json({ [field]: id }), headers: { ...version, 'content-type': 'application/json' } }
    expect((await ask(BOB, '/v1/sessions', request)).status).toBe(404)
    expect((await ask(ALICE, '/v1/sessions', request)).status).toBe(200)
  })

  test('may name objects without an owner', async () => {
    expect((await ask(BOB, '/v1/embeddings', json({ input: 'see file-system_of_unix' }))).status).toBe(200)
  })
})

describe('a path for the provider’s account as a whole', () => {
  test.each([
    ['GET', '/v1/organization/costs'],
    ['POST', '/v1/realtime/client_secrets'],
    ['POST', '/v1/chatkit/sessions'],
    ['DELETE', '/v1/models/ft:gpt-4o:acme'],
  ])('is for the operator, or an account with its own key: %s %s', async (method, path) => {
    const refused = await ask(ALICE, path, { method })
    expect([refused.status, errorOf(refused).code]).toEqual([404, 'unknown_url'])
    expect(errorOf(refused).message).toContain('accounts with their own provider key')
    expect(proxy.upstream.seen.length).toBe(0)
    expect((await ask(OPERATOR, path, { method })).status).toBe(200)
    expect((await ask(ALICE, path, { method, headers: { 'x-service-provider-key': 'sk-a' } })).status).toBe(200)
  })
})

describe('a conversation', () => {
  const chat = (key: string, more: object, path = '/v1/chat/completions') =>
    ask(key, path, json({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], ...more }))

  test('that the provider stores belongs to its account, streamed or not', async () => {
    proxy.upstream.play(reply(200, '{"id":"chatcmpl-kept1","choices":[]}'))
    expect((await chat(ALICE, { store: true })).status).toBe(200)
    proxy.upstream.play(stream([Buffer.from('data: {"id":"chat'), Buffer.from('cmpl-kept2","choices":[]}\n\n')]))
    await chat(ALICE, { store: true, stream: true })
    proxy.upstream.play(reply(200, '{"ok":true}'))
    for (const id of ['chatcmpl-kept1', 'chatcmpl-kept2']) {
      expect((await ask(BOB, `/v1/chat/completions/${id}`)).status).toBe(404)
      expect((await ask(ALICE, `/v1/chat/completions/${id}`)).status).toBe(200)
    }
  })

  test('must not refer to objects of another account', async () => {
    await make(ALICE, '/v1/files', { id: 'file-talked1' })
    proxy.upstream.seen.length = 0
    const messages = [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-talked1' } }] }]
    const refused = await chat(BOB, { messages })
    expect([refused.status, errorOf(refused).message]).toEqual([404, 'Not found.'])
    expect(proxy.upstream.seen.length).toBe(0)
    expect((await chat(ALICE, { messages })).status).toBe(200)
    await make(ALICE, '/v1/user_profiles', { id: 'uprof_talked1' }, version)
    const of = { ...json({ ...MESSAGE, user_profile_id: 'uprof_talked1' }) }
    expect((await ask(BOB, '/v1/messages', { ...of, headers: { ...of.headers, ...version } })).status).toBe(404)
    const mentioned = [{ role: 'user', content: 'What is "file_id" of file-nobody1?' }]
    expect((await chat(BOB, { messages: mentioned })).status).toBe(200)
  })
})
