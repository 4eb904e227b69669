import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf, MESSAGE, post, send } from './plain-client.ts'
import { type ProxyOptions, startProxy, type TestProxy } from './start-proxy.ts'
import { json } from './transcripts.ts'

const TOKEN = 'the-token-of-the-operator'
const DAY_MS = 24 * 60 * 60_000

let dataDir: string
let now: number
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pleat-tag-cloud-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** A server with a data directory that outlives it. */
function start(name: string, variables: ProxyOptions['variables'] = {}): Promise<TestProxy> {
  now = Date.UTC(2026, 0, 1)
  return startProxy({
    secrets: { adminToken: TOKEN },
    variables: { PLEAT_DATA_DIR: join(dataDir, name), ...variables },
    overrides: { clock: { now: () => now } },
  })
}

async function ask(proxy: TestProxy, texts: readonly string[], headers: Record<string, string>): Promise<void> {
  const messages = texts.map((content, index) => ({ role: index % 2 ? 'assistant' : 'user', content }))
  expect((await post(`${proxy.url}/v1/messages`, { ...MESSAGE, messages }, headers)).status).toBe(200)
}

interface ShownTag {
  readonly kind: string
  readonly word: string | null
  readonly weight: number
  readonly count: number
  readonly messages: number
  readonly first_turn: number
  readonly last_turn: number
}
interface ShownSession {
  readonly cloud: { readonly turn: number; readonly messages: number; readonly tags: readonly ShownTag[] } | null
}

const admin = (proxy: TestProxy, path: string) =>
  send(`${proxy.url}/admin/v1${path}`, { headers: { authorization: `Bearer ${TOKEN}` } })

async function show(proxy: TestProxy, id: string): Promise<ShownSession & Record<string, unknown>> {
  const { sessions, inlineReader } = proxy.server.deps
  await sessions.save()
  await inlineReader.flush()
  const answer = await admin(proxy, `/sessions/${encodeURIComponent(id)}?tags=2000`)
  expect(answer.status).toBe(200)
  return json(answer) as unknown as ShownSession & Record<string, unknown>
}

function tag({ cloud }: ShownSession, word: string): Partial<ShownTag> {
  return cloud!.tags.find((candidate) => candidate.word === word) ?? {}
}

const SENTENCE = 'The amber lantern hangs above the harbour of Okonkwo'
const FIRST = [SENTENCE, 'Noted, a lantern with invoice AB-1234.', 'You must never move it to /srv/secret/place.txt.']
const SECOND = [...FIRST, 'Understood.', 'Who pays AB-1234 of Okonkwo?']

describe('the tag cloud of a session', () => {
  test('shows the tags of a conversation over a socket, with turns, by the client’s id', async () => {
    const proxy = await start('turns')
    for (const texts of [FIRST.slice(0, 1), FIRST, SECOND, SECOND])
      await ask(proxy, texts, { 'x-session-id': 'my talk' })
    const shown = await show(proxy, 'my talk')
    expect(shown).toMatchObject({ account: 'test', turns: 3, requests: 4, generated_id: null, saved_tokens: 0 })
    expect(shown.cloud).toMatchObject({ turn: 3, messages: 5 })
    expect(tag(shown, 'lantern')).toMatchObject({ kind: 'term', count: 2, messages: 2, first_turn: 1, last_turn: 1 })
    expect(tag(shown, 'AB-1234')).toMatchObject({ kind: 'identifier', messages: 2, first_turn: 1, last_turn: 3 })
    expect(tag(shown, 'Okonkwo')).toMatchObject({ kind: 'name', first_turn: 1, last_turn: 3 })
    expect(tag(shown, 'amber')).toEqual({})
    const hidden = shown.cloud!.tags.filter(({ word }) => word === null)
    expect(hidden.map(({ kind }) => kind)).toContain('path')
    const weights = shown.cloud!.tags.map(({ weight }) => weight)
    expect(weights).toEqual(weights.toSorted((left, right) => right - left))
    const { sessions } = json(await admin(proxy, '/sessions?account=test')) as { sessions: { id: string }[] }
    expect(sessions.map(({ id }) => id)).toEqual([shown.id])
    expect(await show(proxy, String(shown.id).slice(0, 8))).toEqual(shown)
    await proxy.close()
  })

  test('counts shared messages of a fork once, and separates the turns of branches', async () => {
    const proxy = await start('fork')
    const headers = { 'x-session-id': 'forked' }
    await ask(proxy, SECOND, headers)
    await ask(proxy, [...SECOND, 'It lies by the glacier.', 'And the glacier?'], headers)
    await ask(proxy, [...FIRST, 'Understood, a volcano.', 'And the volcano?'], headers)
    const shown = await show(proxy, 'forked')
    expect(shown.cloud!.messages).toBe(9)
    expect(tag(shown, 'lantern')).toMatchObject({ messages: 2, first_turn: 1, last_turn: 1 })
    expect(tag(shown, 'volcano')).toMatchObject({ messages: 2, first_turn: 2, last_turn: 3 })
    expect(tag(shown, 'glacier')).toMatchObject({ messages: 2, first_turn: 3, last_turn: 4 })
    await proxy.close()
  })

  test('survives a restart, continues to grow, and contains no text', async () => {
    const before = await start('restart')
    await ask(before, FIRST, { session_id: 'of a client' })
    await before.close()
    const after = await start('restart')
    await ask(after, SECOND, { session_id: 'of a client' })
    const shown = await show(after, 'of a client')
    expect(shown.cloud!.messages).toBe(5)
    expect(tag(shown, 'lantern')).toMatchObject({ messages: 2 })
    const account = await after.server.deps.store.keys.findAccount('test')
    const packed = await after.server.deps.storedClouds.find(account!.id, String(shown.id))
    const unpacked = inflateRawSync(packed!).toString()
    const sealed = await after.server.deps.store.clouds.find(account!.id, String(shown.id))
    expect(() => inflateRawSync(sealed!)).toThrow()
    await after.close()
    const files = readdirSync(join(dataDir, 'restart')).map((name) => readFileSync(join(dataDir, 'restart', name)))
    expect(files.some((file) => file.includes(String(shown.id)))).toBe(true)
    expect(unpacked).toContain('lantern')
    for (const text of ['amber lantern', 'must never', '/srv/secret', 'of a client']) {
      expect(unpacked).not.toContain(text)
      expect(files.some((file) => file.includes(text))).toBe(false)
    }
  })

  test('is removed seven days after the last use of its session, also from memory', async () => {
    const proxy = await start('expiry')
    const headers = { 'x-session-id': 'old' }
    await ask(proxy, FIRST, headers)
    const before = await show(proxy, 'old')
    expect(tag(before, 'lantern')).toMatchObject({ messages: 2 })
    now += 7 * DAY_MS + 1
    const { store, limits } = proxy.server.deps
    expect(await store.sessions.forget(now - limits.sessionLifetimeMs)).toBe(1)
    const gone = await admin(proxy, '/sessions/old')
    expect([gone.status, errorOf(gone).code]).toEqual([404, 'not_found'])
    await ask(proxy, ['A volcano?', 'A volcano.', 'A glacier?'], headers)
    const anew = await show(proxy, 'old')
    expect(anew.cloud!.messages).toBe(3)
    expect(tag(anew, 'lantern')).toEqual({})
    await proxy.close()
  })

  test('is not built from requests with compression off, nor from a single turn', async () => {
    const proxy = await start('unread')
    await ask(proxy, SECOND, { 'x-session-id': 'left alone', 'x-service-compression': 'off' })
    expect((await show(proxy, 'left alone')).cloud).toBeNull()
    await ask(proxy, FIRST.slice(0, 1), { 'x-session-id': 'single' })
    expect((await admin(proxy, '/sessions/single')).status).toBe(404)
    await proxy.close()
  })

  test('is neither built nor kept with PLEAT_TAG_CLOUD=off', async () => {
    const on = await start('off')
    await ask(on, SECOND, { 'x-session-id': 'one' })
    expect((await show(on, 'one')).cloud).not.toBeNull()
    await on.close()
    const off = await start('off', { PLEAT_TAG_CLOUD: 'off' })
    await ask(off, SECOND, { 'x-session-id': 'two' })
    for (const id of ['one', 'two']) expect(await show(off, id)).toMatchObject({ turns: 3, cloud: null })
    expect(await off.server.deps.store.clouds.clear()).toBe(0)
    await off.close()
  })

  test('that cannot be stored delays and fails nothing', async () => {
    const proxy = await start('broken')
    const { clouds } = proxy.server.deps.store
    Object.assign(clouds, { save: () => Promise.reject(new Error('full')) })
    for (const texts of [FIRST, SECOND]) await ask(proxy, texts, { 'x-session-id': 'one' })
    await proxy.server.deps.inlineReader.flush()
    expect(proxy.server.deps.counters.read().cloud_failed).toBe(1)
    expect(proxy.logLines.join('')).not.toContain('lantern')
    await proxy.close()
  })
})

test('a session id of two accounts is ambiguous without the account', async () => {
  const proxy = await start('accounts')
  await proxy.createKey('pleat_of-another', { account: 'another' })
  await ask(proxy, FIRST, { 'x-session-id': 'same' })
  await ask(proxy, FIRST, { 'x-session-id': 'same', authorization: 'Bearer pleat_of-another' })
  await proxy.server.deps.sessions.save()
  const either = await admin(proxy, '/sessions/same')
  expect([either.status, errorOf(either).code]).toEqual([409, 'ambiguous'])
  expect(json(await admin(proxy, '/sessions/same?account=another'))).toMatchObject({ account: 'another' })
  const wrong = await admin(proxy, '/sessions/same?tags=0')
  expect([wrong.status, errorOf(wrong).message]).toEqual([400, 'tags must be a whole number from 1 to 2000.'])
  await proxy.close()
})
