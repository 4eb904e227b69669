import { beforeAll, describe, expect, test } from 'vitest'
import { errorOf } from './plain-client.ts'
import { reply } from './scripted-upstream.ts'
import { ALICE, ask, BOB, json, make, OPERATOR, proxy, startSharedKeyProxy } from './shared-key-proxy.ts'

startSharedKeyProxy()

const version = { 'anthropic-version': '2023-06-01' }

describe('a list under the server’s key', () => {
  const page = (ids: readonly string[], hasMore: boolean) =>
    reply(
      200,
      JSON.stringify({
        object: 'list',
        data: ids.map((id) => ({ id, object: 'file' })),
        first_id: ids[0],
        last_id: ids.at(-1),
        has_more: hasMore,
      }),
    )
  const listOf = async (key: string, path = '/v1/files') => JSON.parse((await ask(key, path)).body.toString())

  beforeAll(async () => {
    for (const id of ['file-l1', 'file-l3']) await make(ALICE, '/v1/files', { id })
    await make(BOB, '/v1/files', { id: 'file-l2' })
  })

  test('shows each account its own objects', async () => {
    proxy.upstream.play(page(['file-l4', 'file-l3', 'file-l2', 'file-l1'], false))
    expect(await listOf(ALICE)).toEqual({
      object: 'list',
      data: [
        { id: 'file-l3', object: 'file' },
        { id: 'file-l1', object: 'file' },
      ],
      first_id: 'file-l3',
      last_id: 'file-l1',
      has_more: false,
    })
    expect(await listOf(BOB)).toMatchObject({ data: [{ id: 'file-l2' }], first_id: 'file-l2', last_id: 'file-l2' })
    // The operator sees objects that nobody else created.
    expect(await listOf(OPERATOR)).toMatchObject({ data: [{ id: 'file-l4' }] })
  })

  test('reads pages until one has an object of the account, each for a slot of the rate limit', async () => {
    proxy.upstream.play(page(['file-x1', 'file-x2'], true), page(['file-x3'], true), page(['file-l2'], true))
    const answer = await ask(BOB, '/v1/files?purpose=batch&limit=2')
    expect(JSON.parse(answer.body.toString())).toMatchObject({ data: [{ id: 'file-l2' }], has_more: true })
    expect(proxy.upstream.seen.map(({ path }) => path)).toEqual([
      '/v1/files?purpose=batch&limit=2',
      '/v1/files?purpose=batch&limit=100&after=file-x2',
      '/v1/files?purpose=batch&limit=100&after=file-x3',
    ])
    const next = await ask(BOB, '/v1/embeddings', json({}))
    const remaining = (headers: typeof next.headers) => Number(headers['x-ratelimit-remaining'])
    expect(remaining(answer.headers) - remaining(next.headers)).toBe(1)
  })

  test('never has more than the requested number of objects', async () => {
    proxy.upstream.play(page(['file-x1'], true), page(['file-l1', 'file-l3'], false))
    const list = await listOf(ALICE, '/v1/files?limit=1')
    expect(list).toMatchObject({ data: [{ id: 'file-l1' }], last_id: 'file-l1', has_more: true })
  })

  test('going backwards, has the objects that are nearest to the cursor', async () => {
    proxy.upstream.play(page(['file-x1'], true), page(['file-l1', 'file-x2', 'file-l3'], false))
    const list = await listOf(ALICE, '/v1/files?limit=1&before=file-l9')
    expect(list).toMatchObject({ data: [{ id: 'file-l3' }], first_id: 'file-l3', has_more: true })
  })

  test('that is paged by tokens has no more than the requested number, and a token that leads behind the last one', async () => {
    for (const id of ['sesn_t1', 'sesn_t2']) await make(ALICE, '/v1/sessions', { id }, version)
    const page = (ids: readonly string[], next_page: string | null) =>
      reply(200, JSON.stringify({ data: ids.map((id) => ({ id })), next_page }))
    proxy.upstream.seen.length = 0
    proxy.upstream.play(
      page(['sesn_x1'], 'a'),
      page(['sesn_x2', 'sesn_t1', 'sesn_t2'], null),
      page(['sesn_x2', 'sesn_t1'], 'b'),
    )
    const answer = await ask(ALICE, '/v1/sessions?limit=1', { headers: version })
    expect(JSON.parse(answer.body.toString())).toEqual({ data: [{ id: 'sesn_t1' }], next_page: 'b' })
    expect(proxy.upstream.seen.map(({ path }) => path)).toEqual([
      '/v1/sessions?limit=1',
      '/v1/sessions?limit=100&page=a',
      '/v1/sessions?limit=2&page=a',
    ])
  })

  test('that is paged by tokens is not cut if the provider ignores the limit', async () => {
    const data = [{ id: 'sesn_t1' }, { id: 'sesn_x1' }, { id: 'sesn_t2' }]
    const foreign = '{"data":[{"id":"sesn_x9"}],"next_page":"a"}'
    proxy.upstream.play(reply(200, foreign), reply(200, JSON.stringify({ data, next_page: 'b' })))
    const answer = await ask(ALICE, '/v1/sessions?limit=1', { headers: version })
    expect(JSON.parse(answer.body.toString())).toEqual({ data: [data[0], data[2]], next_page: 'b' })
    expect(proxy.upstream.seen.length).toBe(3)
  })

  test('is empty if no object is the account’s, and contains no other id', async () => {
    proxy.upstream.play(page(['file-x1'], false))
    expect(await listOf(BOB)).toEqual({ object: 'list', data: [], first_id: null, last_id: null, has_more: false })
  })

  test('follows the other provider’s cursor backwards', async () => {
    proxy.upstream.play(page(['file_x1', 'file_x2'], true), page([], false))
    await ask(BOB, '/v1/files?before_id=file_y', { headers: version })
    await ask(BOB, '/v1/files', { headers: version })
    expect(proxy.upstream.seen[1]!.path).toBe('/v1/files?before_id=file_x1&limit=100')
  })

  test('is filtered in a partial response too', async () => {
    const body = JSON.stringify({ data: [{ id: 'file-l1' }, { id: 'file-l2' }], has_more: false })
    proxy.upstream.play(reply(206, body))
    const answer = await ask(BOB, '/v1/files', { headers: { range: 'bytes=0-9999' } })
    expect(JSON.parse(answer.body.toString()).data).toEqual([{ id: 'file-l2' }])
  })

  test('shows the scheduled runs of a deployment to its account, which may use them and their sessions', async () => {
    await make(ALICE, '/v1/deployments', { id: 'depl_alice1' }, version)
    const run = (id: string, deployment_id: string) => ({ id, deployment_id, session_id: id.replace('drun', 'sesn') })
    const runs = [run('drun_alice1', 'depl_alice1'), run('drun_other1', 'depl_other1')]
    proxy.upstream.play(reply(200, JSON.stringify({ data: runs, next_page: null })))
    const listed = await ask(ALICE, '/v1/deployment_runs', { headers: version })
    expect(JSON.parse(listed.body.toString()).data).toEqual([runs[0]])
    proxy.upstream.play(reply(200, JSON.stringify({ data: runs.slice(0, 1), next_page: null })))
    expect(JSON.parse((await ask(BOB, '/v1/deployment_runs', { headers: version })).body.toString()).data).toEqual([])
    proxy.upstream.play(reply(200, '{}'))
    for (const path of ['/v1/deployment_runs/drun_alice1', '/v1/sessions/sesn_alice1']) {
      expect((await ask(ALICE, path, { headers: version })).status).toBe(200)
      expect((await ask(BOB, path, { headers: version })).status).toBe(404)
    }
  })

  test('notes derived objects also if all objects are the account’s', async () => {
    await make(ALICE, '/v1/batches', { id: 'batch_all1' })
    proxy.upstream.play(reply(200, '{"data":[{"id":"batch_all1","output_file_id":"file-all1"}],"has_more":false}'))
    await ask(ALICE, '/v1/batches')
    proxy.upstream.play(reply(200, 'lines'))
    expect((await ask(ALICE, '/v1/files/file-all1/content')).status).toBe(200)
  })

  test('is returned unchanged if all objects are the account’s, and so are errors', async () => {
    const body = '{"data": [ {"id": "file-l1"} ], "has_more": false}'
    proxy.upstream.play(reply(200, body))
    expect((await ask(ALICE, '/v1/files')).body.toString()).toBe(body)
    proxy.upstream.play(reply(500, 'oops'))
    const failed = await ask(ALICE, '/v1/files')
    expect([failed.status, failed.body.toString()]).toEqual([500, 'oops'])
  })

  test('is not returned if it cannot be read', async () => {
    proxy.upstream.play(reply(200, '{"files": ["file-l1"]}'))
    const answer = await ask(BOB, '/v1/files')
    expect([answer.status, errorOf(answer).code]).toEqual([502, 'upstream_unreachable'])
  })
})
