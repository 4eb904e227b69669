import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type LimitedProxy, startLimited } from './limited-keys.ts'
import { CHAT, errorOf, MESSAGE, send } from './plain-client.ts'
import { reply } from './scripted-upstream.ts'
import { askForView, json, talk } from './transcripts.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const HOUR_MS = 3_600_000
const RESPONSE = { model: 'gpt-4o', input: 'Hello' }

let proxy: LimitedProxy
beforeAll(async () => {
  proxy = await startLimited(NOON)
})
afterAll(() => proxy.close())
beforeEach(() => {
  proxy.clock.now = NOON
  proxy.upstream.play(reply(200, '{"ok":true}'))
})

/** Statuses of the three folded endpoints, and of the paths that are passed through. */
async function statusesOf(key: string): Promise<number[]> {
  const answers = [
    await proxy.ask(key, '/v1/chat/completions', CHAT),
    await proxy.ask(key, '/v1/messages', MESSAGE),
    await proxy.ask(key, '/v1/responses', RESPONSE),
    await proxy.ask(key, '/v1/embeddings', { model: 'gpt-4o', input: 'x' }),
    await send(`${proxy.url}/v1/models`, { headers: { 'x-api-key': key } }),
  ]
  return answers.map(({ status }) => status)
}

describe('a key that expires', () => {
  test('works until it expires, and then gets an error in the format of each API', async () => {
    const { key } = await proxy.issue({ expires_at: '2026-11-20T13:00:00Z' })
    proxy.clock.now = NOON + HOUR_MS - 1
    expect(await statusesOf(key)).toEqual([200, 200, 200, 200, 200])
    proxy.clock.now++
    expect(await statusesOf(key)).toEqual([401, 401, 401, 401, 401])
    const chat = await proxy.ask(key, '/v1/chat/completions', CHAT)
    expect(errorOf(chat)).toMatchObject({ type: 'invalid_request_error', code: 'key_expired', param: null })
    expect(errorOf(chat).message).toContain('2026-11-20T13:00:00.000Z')
    expect([chat.headers['x-should-retry'], chat.headers['x-ratelimit-limit']]).toEqual(['false', '2000'])
    const messages = json(await proxy.ask(key, '/v1/messages', MESSAGE))
    expect(messages).toMatchObject({ type: 'error', error: { type: 'authentication_error' } })
    expect((await proxy.account(key)).error).toMatchObject({ code: 'key_expired' })
    expect((await proxy.ask(key, '/v1/compress', CHAT)).status).toBe(401)
    // Transcript views treat it as an unknown key.
    const view = await askForView(proxy, key, { messages: talk(9) })
    expect([view.status, json(view).your_tier]).toEqual([402, 'anonymous'])
  })

  test('works again with a later expiry', async () => {
    const { key, id } = await proxy.issue({ expires_at: '2026-11-20T11:00:00Z' })
    expect((await proxy.ask(key, '/v1/messages', MESSAGE)).status).toBe(401)
    const changed = await proxy.admin('PATCH', `/keys/${id}`, { expires_at: '2026-11-20T14:00:00+02:00' })
    expect(json(changed)).toMatchObject({ state: 'expired', expires_at: '2026-11-20T12:00:00.000Z' })
    await proxy.admin('PATCH', `/keys/${id}`, { expires_at: null })
    expect((await proxy.ask(key, '/v1/messages', MESSAGE)).status).toBe(200)
  })
})

describe('a key that is blocked', () => {
  test('is refused at once until it is unblocked, and its requests reach no provider', async () => {
    const { key, id } = await proxy.issue()
    expect((await proxy.ask(key, '/v1/messages', MESSAGE)).status).toBe(200)
    expect(json(await proxy.admin('POST', `/keys/${id}/block`))).toMatchObject({ id, state: 'blocked' })
    const already = proxy.upstream.seen.length
    expect(await statusesOf(key)).toEqual([403, 403, 403, 403, 403])
    expect(proxy.upstream.seen).toHaveLength(already)
    const refused = await proxy.ask(key, '/v1/messages', MESSAGE)
    expect(json(refused)).toMatchObject({ type: 'error', error: { type: 'permission_error' } })
    expect(json(await proxy.admin('POST', `/keys/${id}/unblock`))).toMatchObject({ id, state: 'live' })
    expect((await proxy.ask(key, '/v1/messages', MESSAGE)).status).toBe(200)
  })
})

describe('a key with a list of models', () => {
  test('may use only those models, on every folded endpoint', async () => {
    const { key } = await proxy.issue({ models: ['gpt-4o', 'claude-haiku-*'] })
    const already = proxy.upstream.seen.length
    const chat = (model: string) => proxy.ask(key, '/v1/chat/completions', { ...CHAT, model })
    const messages = (model: string) => proxy.ask(key, '/v1/messages', { ...MESSAGE, model })
    const responses = (fields: object) => proxy.ask(key, '/v1/responses', { input: 'Hello', ...fields })
    expect((await chat('gpt-4o')).status).toBe(200)
    expect((await messages('claude-haiku-4-5')).status).toBe(200)
    expect((await responses({ model: 'gpt-4o' })).status).toBe(200)
    const refused = [
      await chat('gpt-4o-mini'),
      await messages('claude-opus-5'),
      await responses({ model: 'gpt-5' }),
      await responses({ prompt: { id: 'pmpt_1' } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(errorOf(refused[0]!)).toMatchObject({ code: 'model_not_allowed', param: 'model' })
    expect(errorOf(refused[0]!).message).toContain('gpt-4o, claude-haiku-*')
    expect(errorOf(refused[1]!)).toMatchObject({ type: 'permission_error' })
    expect(proxy.upstream.seen).toHaveLength(already + 3)
  })

  test('may use only those models on passed-through paths, whose body is sent unchanged', async () => {
    const { key } = await proxy.issue({ models: ['text-embedding-*'] })
    const embed = { input: ['a'], model: 'text-embedding-3-small' }
    const sent = Buffer.from(` ${JSON.stringify(embed, null, 2)}\n`)
    const already = proxy.upstream.seen.length
    expect((await proxy.ask(key, '/v1/embeddings', sent)).status).toBe(200)
    expect(proxy.upstream.seen.at(-1)!.body.equals(sent)).toBe(true)
    expect((await proxy.ask(key, '/v1/moderations', { input: 'x' })).status).toBe(200)
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
    const refused = [
      await proxy.ask(key, '/v1/embeddings', { ...embed, model: 'gpt-5' }),
      await proxy.ask(key, '/v1/embeddings', { input: 'x' }),
      await proxy.ask(key, '/v1/Embeddings', { ...embed, model: 'gpt-5' }),
      await proxy.ask(key, '/v1/batches', { input_file_id: 'file-1', endpoint: '/v1/responses' }),
      await proxy.ask(key, '/v1/audio/transcriptions', Buffer.from('--b--'), form),
      await proxy.ask(key, '/v1/embeddings', embed, { 'content-type': 'application/x+json' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect(errorOf(refused.at(-1)!).message).toContain('of type application/json')
    expect(proxy.upstream.seen).toHaveLength(already + 2)
  })
})

describe('a body with a second model under a name in upper case', () => {
  test.each([{ models: ['gpt-4o'] }, { spending_limit: { cents: 5, period: 'day' }, unpriced: 'allow' }])(
    'is refused for a key with %j, since some upstreams would use that model',
    async (limits) => {
      const { key } = await proxy.issue(limits)
      const already = proxy.upstream.seen.length
      const other = { Model: 'gpt-5' }
      const refused = [
        await proxy.ask(key, '/v1/chat/completions', { ...CHAT, ...other }),
        await proxy.ask(key, '/v1/messages', { ...MESSAGE, model: 'gpt-4o', ...other }),
        await proxy.ask(key, '/v1/responses', { ...other, ...RESPONSE }),
        await proxy.ask(key, '/v1/embeddings', { model: 'gpt-4o', input: 'x', ...other }),
        await proxy.ask(key, '/v1/embeddings', { model: 'gpt-4o', input: 'x'.repeat(40_000), ...other }),
      ]
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
      expect(errorOf(refused[0]!)).toMatchObject({ code: 'model_not_allowed', param: 'model' })
      expect(proxy.upstream.seen).toHaveLength(already)
    },
  )
})

describe('a long body of a key with a list of models', () => {
  test('is searched for its model, and not parsed on the event loop', async () => {
    const { key } = await proxy.issue({ models: ['text-embedding-*'] })
    const long = { input: Array.from({ length: 20_000 }, (_, index) => [index]) }
    const parse = vi.spyOn(JSON, 'parse')
    const ask = (body: object | Buffer) => proxy.ask(key, '/v1/embeddings', body)
    const answers = [
      await ask({ ...long, model: 'text-embedding-3-small' }),
      await ask({ ...long, model: 'gpt-5' }),
      await ask(long),
      await ask(Buffer.from(`{"model":"text-embedding-3-small","input":"${'x'.repeat(20_000)}","model":null}`)),
    ]
    const longest = Math.max(...parse.mock.calls.map(([text]) => text.length))
    parse.mockRestore()
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403])
    expect(longest).toBeLessThan(20_000)
  })
})

describe('a key that is replaced', () => {
  test('has the same id and limits, and the old key works for the grace period', async () => {
    const { key, id } = await proxy.issue({ models: ['gpt-4o'], tags: ['prod'] })
    const rotated = await proxy.admin('POST', `/keys/${id}/rotations`, { grace_seconds: 3600 })
    const { key: next, ...shown } = json(rotated) as { key: string }
    expect(rotated.status).toBe(201)
    expect(shown).toMatchObject({ id, models: ['gpt-4o'], tags: ['prod'] })
    expect(shown).toMatchObject({ previous_key_until: '2026-11-20T13:00:00.000Z' })
    for (const each of [key, next]) {
      expect((await proxy.ask(each, '/v1/chat/completions', CHAT)).status).toBe(200)
      expect((await proxy.ask(each, '/v1/messages', MESSAGE)).status).toBe(403)
    }
    expect(await proxy.account(key)).toMatchObject({ key: { id, expires_at: '2026-11-20T13:00:00.000Z' } })
    expect(await proxy.account(next)).toMatchObject({ key: { id, expires_at: null } })
    proxy.clock.now += HOUR_MS
    expect((await proxy.ask(key, '/v1/chat/completions', CHAT)).status).toBe(401)
    expect((await proxy.ask(next, '/v1/chat/completions', CHAT)).status).toBe(200)
  })

  test('replaces the old key at once without a grace period, and both end when it is revoked', async () => {
    const { key, id } = await proxy.issue()
    const rotate = async (grace_seconds: number) =>
      json(await proxy.admin('POST', `/keys/${id}/rotations`, { grace_seconds })).key as string
    const second = await rotate(0)
    expect((await proxy.ask(key, '/v1/messages', MESSAGE)).status).toBe(401)
    const third = await rotate(60)
    await proxy.admin('DELETE', `/keys/${id}`)
    expect((await proxy.ask(second, '/v1/messages', MESSAGE)).status).toBe(401)
    expect((await proxy.ask(third, '/v1/messages', MESSAGE)).status).toBe(401)
    expect((await proxy.admin('POST', `/keys/${id}/rotations`, {})).status).toBe(404)
    expect((await proxy.admin('POST', `/keys/${id}/block`)).status).toBe(404)
  })
})

test.each<[object, RegExp]>([
  [{ expires_at: 'tomorrow' }, /^expires_at must be a time like/],
  [{ models: ['a b'] }, /^models\[0\] must be a model name/],
  [{ models: 'gpt' }, /^models must be a list/],
  [{ spending_limit: { cents: 5, period: 'week' } }, /^spending_limit\.period must be day or month/],
  [{ spending_limit: { cents: -1, period: 'day' } }, /^spending_limit\.cents must be an amount/],
  [{ unpriced: true }, /^unpriced must be allow or refuse/],
  [{ tags: [''] }, /^tags\[0\] must be of 1 to 64/],
])('%j is refused with the field named', async (fields, message) => {
  const answer = await proxy.admin('POST', '/keys', { account: 'a', ...fields })
  expect(answer.status).toBe(400)
  expect(errorOf(answer).message).toMatch(message)
})
