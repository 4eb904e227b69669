import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAT, MESSAGE, type PlainAnswer, post } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy()
  await proxy.createKey('pleat_of-another', { account: 'another' })
})
afterAll(() => proxy.close())

const sessionOf = (answer: PlainAnswer): unknown => answer.headers['x-service-session-id']

function ask(messages: readonly (readonly [role: string, text: string])[], headers: Record<string, string> = {}) {
  const body = { ...MESSAGE, messages: messages.map(([role, content]) => ({ role, content })) }
  return post(`${proxy.url}/v1/messages`, body, headers)
}

describe('X-Session-Id', () => {
  test('is returned unchanged', async () => {
    for (const id of ['abc', 'a b/c?d=1&e', `~${'x'.repeat(254)}`]) {
      expect(sessionOf(await ask([['user', 'Hi']], { 'x-session-id': id }))).toBe(id)
    }
  })

  test('is refused with its header name when it is too long or not printable ASCII', async () => {
    for (const id of ['x'.repeat(256), 'caf\u00e9', 'a\tb']) {
      const answer = await ask([['user', 'Hi']], { 'x-session-id': id })
      expect(answer.status).toBe(400)
      expect(answer.body.toString()).toContain('X-Session-Id')
    }
  })

  test('is stored only as a hash', async () => {
    const turns = [
      ['user', 'Hi'],
      ['assistant', 'Hello'],
      ['user', 'How are you?'],
    ] as const
    await ask(turns, { 'x-session-id': 'not-to-be-stored' })
    await proxy.server.deps.sessions.save()
    expect(proxy.logLines.join('')).not.toContain('not-to-be-stored')
    const account = await proxy.server.deps.store.keys.findAccount('test')
    const byId = await proxy.server.deps.store.sessions.find(account!.id, 'not-to-be-stored')
    expect(byId).toBeUndefined()
  })
})

describe('other clients’ signals', () => {
  test('identify the session, the most specific first', async () => {
    const all = {
      'x-claude-code-session-id': 'cc-1',
      'x-claude-code-agent-id': 'agent-7',
      session_id: 'codex-1',
      'x-opencode-session': 'oc-1',
    }
    expect(sessionOf(await ask([['user', 'Hi']], all))).toBe('cc-1:agent-7')
    const { session_id, 'x-opencode-session': openCode } = all
    expect(sessionOf(await ask([['user', 'Hi']], { session_id, 'x-opencode-session': openCode }))).toBe('codex-1')
    expect(sessionOf(await ask([['user', 'Hi']], { 'x-opencode-session': openCode }))).toBe('oc-1')
  })

  test('of Codex use the thread before the session, and both before the body', async () => {
    const url = `${proxy.url}/v1/responses`
    const body = { model: 'gpt-5', input: 'Hi', prompt_cache_key: 'cache-1' }
    const names = {
      'thread-id': 'thread-1',
      'session-id': 'session-1',
      session_id: 'old-1',
      conversation_id: 'older-1',
    }
    const seen = []
    for (let given = Object.entries(names); ; given = given.slice(1)) {
      seen.push(sessionOf(await post(url, body, Object.fromEntries(given))))
      if (given.length === 0) break
    }
    expect(seen).toEqual([...Object.values(names), 'cache-1'])
  })

  test('in the body precede other clients’ headers, and ids that are too long are ignored', async () => {
    const body = { ...MESSAGE, metadata: { user_id: 'user_ab_account_cd_session_1234-5678' } }
    const answer = await post(`${proxy.url}/v1/messages`, body, { 'x-opencode-session': 'oc-2' })
    expect(sessionOf(answer)).toBe('1234-5678')
    expect(sessionOf(await ask([['user', 'Hi']], { 'x-opencode-session': 'x'.repeat(300), 'x-task-id': 't1' }))).toBe(
      't1',
    )
  })
})

describe('a client without a session id', () => {
  const first = ['user', 'Tell me of the lighthouse.'] as const
  const second = [first, ['assistant', 'It stands.'], ['user', 'And its keeper?']] as const
  const third = [...second, ['assistant', 'He sleeps.'], ['user', 'Until when?']] as const

  test('gets an id and is recognised by its earlier messages', async () => {
    const id = sessionOf(await ask([first]))
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(sessionOf(await ask(second))).toBe(id)
    expect(sessionOf(await ask(third))).toBe(id)
    expect(sessionOf(await ask(third))).toBe(id)
    expect(sessionOf(await ask([...second, ['assistant', 'He sleeps.'], ['user', 'Edited']]))).toBe(id)
    expect(sessionOf(await ask([...second, ['assistant', 'Other.'], ['user', 'Fork']]))).not.toBe(id)
  })

  test('is recognised when it sends the id back', async () => {
    const id = String(sessionOf(await ask([['user', 'Echo?']])))
    const answer = await ask(
      [
        ['user', 'Something else'],
        ['assistant', 'a'],
        ['user', 'b'],
      ],
      { 'x-session-id': id },
    )
    expect(sessionOf(answer)).toBe(id)
  })

  test('begins a new session with a first message, even with the same text', async () => {
    expect(sessionOf(await ask([first]))).not.toBe(sessionOf(await ask([first])))
    const withSystemText = { ...CHAT, messages: [{ role: 'system', content: 'Be brief.' }, ...CHAT.messages] }
    const url = `${proxy.url}/v1/chat/completions`
    expect(sessionOf(await post(url, withSystemText))).not.toBe(sessionOf(await post(url, withSystemText)))
  })

  test('is recognised although its instructions contain a clock', async () => {
    const ids = []
    for (let turn = 1; turn <= 8; turn++) {
      const said = Array.from({ length: 2 * turn - 1 }, (_, i) => ({
        role: i % 2 ? 'assistant' : 'user',
        content: `Message ${i} of the watch: the wind turns to ${i} knots, and the glass falls. `.repeat(9),
      }))
      const messages = [{ role: 'system', content: `It is ${turn} bells.` }, ...said]
      const answer = await post(`${proxy.url}/v1/chat/completions`, { model: 'gpt-4o', messages })
      ids.push(sessionOf(answer))
      if (turn > 6) expect(Number(answer.headers['x-service-saved-tokens'])).toBeGreaterThan(0)
    }
    // A first turn is identified together with its instructions.
    expect(new Set(ids.slice(1)).size).toBe(1)
  })

  test('is never matched with another account', async () => {
    const id = sessionOf(await ask(third))
    expect(sessionOf(await ask(third, { authorization: 'Bearer pleat_of-another' }))).not.toBe(id)
  })
})

describe('the savings headers', () => {
  function figures({ headers }: PlainAnswer): Record<'original' | 'optimized' | 'saved' | 'percent', number> {
    const read = (name: string) => {
      const value = String(headers[`x-service-${name}`])
      expect(value).toMatch(name === 'savings-percent' ? /^\d+(\.\d{1,2})?$/ : /^\d+$/)
      return Number(value)
    }
    return {
      original: read('original-tokens'),
      optimized: read('optimized-tokens'),
      saved: read('saved-tokens'),
      percent: read('savings-percent'),
    }
  }

  test('agree with each other on every turn of a long conversation, and later turns save', async () => {
    const messages: [string, string][] = []
    let last = { original: 0, optimized: 0, saved: 0, percent: 0 }
    for (let turn = 1; turn <= 14; turn++) {
      const detail = `Item ${turn} weighs ${turn * 13} kg and goes to hall ${turn % 5}. `
      messages.push(['user', detail.repeat(15)])
      const answer = await ask(messages, { 'x-session-id': 'figures' })
      last = figures(answer)
      expect(last.original).toBe(last.optimized + last.saved)
      expect(last.percent).toBeCloseTo((100 * last.saved) / last.original, 2)
      expect(String(answer.headers['x-service-proxy-overhead-ms'])).toMatch(/^\d+$/)
      if (turn < 5) expect([last.saved, answer.headers['x-service-compression']]).toEqual([0, 'short-conversation'])
      messages.push(['assistant', `Noted: ${detail.repeat(10)}`])
    }
    expect(last.percent).toBeGreaterThan(50)
  })

  test('report savings of 0 with X-Service-Compression: off, and for compaction and auxiliary requests', async () => {
    const messages: [string, string][] = []
    for (let turn = 1; turn <= 12; turn++) messages.push(['user', `Again ${turn}. `.repeat(90)], ['assistant', 'Good.'])
    messages.push(['user', 'Last'])
    const answer = await ask(messages, { 'x-service-compression': 'off' })
    expect(figures(answer)).toMatchObject({ saved: 0, percent: 0 })
    expect(answer.headers['x-service-compression']).toBe('off')
    for (const requestClass of ['compaction', 'auxiliary']) {
      const skipped = await ask(messages, { 'x-claude-code-request-class': requestClass })
      expect([figures(skipped).saved, skipped.headers['x-service-compression']]).toEqual([0, requestClass])
    }
  })
})
