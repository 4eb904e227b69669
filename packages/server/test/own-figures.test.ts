import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { issueKey } from '../src/gate/issue-key.ts'
import { errorOf, type PlainAnswer, send } from './plain-client.ts'
import { KEY, startProxy, type TestProxy } from './start-proxy.ts'

const TOKEN = 'a-token-of-the-operator'
const OTHER = 'pleat_key-of-another'
const THIRD = 'pleat_key-of-a-third'
const SECRET = 'the word zanzibar that nobody may store'
let proxy: TestProxy

const ask = (path: string, token: string): Promise<PlainAnswer> =>
  send(`${proxy.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
const read = async (path: string, token = KEY) => JSON.parse((await ask(path, token)).body.toString())

interface Turn {
  readonly turn: number
  readonly compression: string
}

beforeAll(async () => {
  proxy = await startProxy({ secrets: { adminToken: TOKEN } })
  await proxy.createKey(OTHER, { account: 'another' })
  await proxy.createKey(THIRD, { account: 'third' })
  const messages: object[] = []
  for (let turn = 1; turn <= 3; turn++) {
    messages.push({ role: 'user', content: `${SECRET} ${turn}` })
    await send(`${proxy.url}/v1/chat/completions`, {
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'x-session-id': 'mine' },
      body: JSON.stringify({ model: 'gpt-4o', messages }),
    })
    messages.push({ role: 'assistant', content: 'Yes.' })
  }
  const { sessions, turns, usage } = proxy.server.deps
  await Promise.all([sessions.save(), turns.flush(), usage.flush()])
})
afterAll(() => proxy.close())

describe('the requests of a session', () => {
  test('are shown to its account by the client’s id, each with the reason for an unchanged body', async () => {
    const { id, turns } = (await read('/v1/account/sessions/mine/turns')) as { id: string; turns: Turn[] }
    expect(turns.map(({ turn }) => turn)).toEqual([1, 2, 3])
    expect(new Set(turns.map(({ compression }) => compression))).toEqual(new Set(['short-conversation']))
    expect(turns[0]).toMatchObject({ model: 'gpt-4o', status: 200, overhead_ms: expect.any(Number) })
    expect(await read('/v1/account/sessions/mine')).toMatchObject({ id, account: 'test', turns: 3, requests: 3 })
    expect(await read('/admin/v1/sessions/mine/turns', TOKEN)).toEqual({ id, turns })
  })

  test('contain no text of messages', async () => {
    const rows = JSON.stringify(await proxy.server.deps.store.turns.sum({ most: 100 }))
    expect(rows + JSON.stringify(await read('/v1/account/sessions/mine/turns'))).not.toContain('zanzibar')
  })
})

describe('an account', () => {
  test('reads its own figures, the same as the operator sees', async () => {
    const own = await read('/v1/account/activity')
    expect(own).toMatchObject({
      turns: [{ turn: 1, requests: 1 }, { turn: 2 }, { turn: 3 }],
      overhead_ms: { p50: expect.any(Number) },
    })
    expect(await read('/admin/v1/activity?account=test', TOKEN)).toEqual(own)
    const { usage } = await read('/v1/account/usage')
    expect(usage).toMatchObject([{ account: 'test', model: 'gpt-4o', requests: 3 }])
    expect(await read('/v1/account/ledger')).toEqual({ entries: [] })
    expect((await read('/v1/account/sessions')).sessions).toHaveLength(1)
  })

  test('reads the bill of some of its sessions since a time, by the client’s ids', async () => {
    const { turns } = (await read('/v1/account/sessions/mine/turns')) as { turns: { at: string }[] }
    const bill = await read('/v1/account/bill?session=mine&session=unknown')
    expect(bill).toMatchObject({ requests: 3, saved_tokens: 0 })
    expect(bill.saved_usd === null ? bill.priced_requests : bill.saved_usd).toBe(0)
    expect(await read(`/v1/account/bill?session=mine&since=${turns[2]!.at}`)).toMatchObject({ requests: 1 })
    expect(await read('/v1/account/bill?session=mine', OTHER)).toMatchObject({ requests: 0, usd: null })
    for (const query of ['', '?session=', '?session=mine&since=yesterday']) {
      expect((await ask(`/v1/account/bill${query}`, KEY)).status).toBe(400)
    }
  })

  test('sees nothing of another account, with any id', async () => {
    const { sessions } = await read('/v1/account/sessions')
    const { id } = sessions[0] as { id: string }
    for (const name of ['mine', id, id.slice(0, 8)]) {
      for (const path of [`/v1/account/sessions/${name}`, `/v1/account/sessions/${name}/turns`]) {
        const answer = await ask(`${path}?account=test`, OTHER)
        expect([answer.status, errorOf(answer).code]).toEqual([404, 'not_found'])
      }
    }
    expect(await read('/v1/account/sessions?account=test', OTHER)).toEqual({ sessions: [] })
    expect((await read('/v1/account/usage?account=test', OTHER)).usage).toEqual([])
    expect((await read('/v1/account/activity?account=test', OTHER)).since).toBe(null)
  })

  test('reads which id to use if several of its sessions match', async () => {
    for (const header of ['x-session-id', 'thread-id']) {
      for (const count of [1, 3]) {
        const messages = Array.from({ length: count }, (_, index) => ({
          role: index % 2 ? 'assistant' : 'user',
          content: `${header} ${index}`,
        }))
        await send(`${proxy.url}/v1/chat/completions`, {
          headers: { authorization: `Bearer ${THIRD}`, 'content-type': 'application/json', [header]: 'twice' },
          body: JSON.stringify({ model: 'gpt-4o', messages }),
        })
      }
    }
    await proxy.server.deps.sessions.save()
    const answer = await ask('/v1/account/sessions/twice', THIRD)
    expect([answer.status, errorOf(answer).code]).toEqual([409, 'ambiguous'])
    expect(errorOf(answer).message).toContain('Use the whole id')
    const { sessions } = (await read('/v1/account/sessions', THIRD)) as { sessions: { id: string }[] }
    expect(sessions).toHaveLength(2)
    for (const { id } of sessions) expect((await ask(`/v1/account/sessions/${id}`, THIRD)).status).toBe(200)
  })

  test('reads its figures one after the other, however many requests ask for them', async () => {
    const { turns, ledger } = proxy.server.deps.store
    let underWay = 0
    let most = 0
    const counted = async <Result>(read: () => Promise<Result>): Promise<Result> => {
      most = Math.max(most, ++underWay)
      await new Promise(setImmediate)
      return await read().finally(() => underWay--)
    }
    const { sum } = turns
    const { findBalance } = ledger
    const spies = [
      vi.spyOn(turns, 'sum').mockImplementation((filter) => counted(() => sum(filter))),
      vi.spyOn(ledger, 'findBalance').mockImplementation((accountId) => counted(() => findBalance(accountId))),
    ]
    const asked = ['/v1/account/activity', '/v1/account', '/v1/account/activity', '/v1/account']
    const answers = await Promise.all(asked.flatMap((path) => [ask(path, KEY), ask(path, OTHER)]))
    for (const spy of spies) spy.mockRestore()
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(most).toBe(1)
  })

  test('gets the reason why its key is refused', async () => {
    const { deps } = proxy.server
    const expired = await issueKey(deps.store.keys, { account: 'test', changes: { expiresAt: 1 } })
    const blocked = await issueKey(deps.store.keys, { account: 'test', changes: { isBlocked: true } })
    for (const path of ['/v1/account', '/v1/account/usage', '/v1/account/sessions']) {
      const codes = [expired, blocked].map(async ({ key }) => errorOf(await ask(path, key)).code)
      expect(await Promise.all(codes)).toEqual(['key_expired', 'key_blocked'])
    }
  })

  test('is required: a request with an unknown key, or with the admin token, is refused', async () => {
    for (const path of ['usage', 'activity', 'ledger', 'sessions', 'sessions/mine', 'sessions/mine/turns']) {
      for (const token of ['pleat_nobody', TOKEN]) {
        const answer = await ask(`/v1/account/${path}`, token)
        expect([path, answer.status]).toEqual([path, 401])
      }
      const answer = await ask(`/v1/account/${path}`, KEY)
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([path, 200, 'no-store'])
    }
  })
})

test('the operator sees which process answers, and its failures', async () => {
  const status = await read('/admin/v1/status', TOKEN)
  expect(status).toMatchObject({ process_id: process.pid, counters: proxy.server.deps.counters.read() })
  expect((await ask('/admin/v1/status', KEY)).status).toBe(401)
  expect((await ask('/admin/v1/activity?account=nobody', TOKEN)).status).toBe(404)
})

describe('a trial of compression', () => {
  const messages = Array.from({ length: 41 }, (_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: `${SECRET}, number ${index}: the kiln of hall ${index} is fired at ${1000 + index} degrees on day ${index}.`,
  }))
  const compress = (path: string, token: string) =>
    send(`${proxy.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-session-id': 'tried' },
      body: JSON.stringify({ model: 'gpt-4o', messages }),
    })

  test.each([
    ['/v1/compress?dry_run=true', KEY],
    ['/admin/v1/compress', TOKEN],
  ])('by %s folds, and stores nothing', async (path, token) => {
    const before = await read('/v1/account')
    const answer = await compress(path, token)
    expect(answer.status).toBe(200)
    const { compression, saved_tokens, request } = JSON.parse(answer.body.toString())
    expect(['folded', 'recalled']).toContain(compression)
    expect(saved_tokens).toBeGreaterThan(0)
    expect(request.messages.at(-1)).toEqual(messages.at(-1))
    const { sessions, turns, usage, inlineReader, compression: threads } = proxy.server.deps
    await Promise.all([sessions.save(), turns.flush(), usage.flush(), inlineReader.flush(), threads.flush()])
    expect(await read('/v1/account')).toEqual(before)
    expect((await ask('/v1/account/sessions/tried', KEY)).status).toBe(404)
    expect((await ask('/admin/v1/sessions/tried', TOKEN)).status).toBe(404)
  })

  test('needs the right token for each address', async () => {
    expect((await compress('/admin/v1/compress', KEY)).status).toBe(401)
    expect((await compress('/v1/compress?dry_run=true', TOKEN)).status).toBe(401)
    expect((await compress('/v1/compress?dry_run=no', KEY)).status).toBe(400)
  })
})
