import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type PlainRequest, send } from './plain-client.ts'
import { reply } from './scripted-upstream.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

/** Keys of two accounts and of the operator's account. */
export const ALICE = 'pleat_alice'
export const BOB = 'pleat_bob'
export const OPERATOR = 'pleat_operator'

/** Started before the tests of a file that calls `startSharedKeyProxy`. */
export let proxy: TestProxy

/** Starts the proxy for the tests of one file, and ends it after them. */
export function startSharedKeyProxy(): void {
  beforeAll(async () => {
    proxy = await startProxy()
    await proxy.createKey(ALICE, { account: 'alice' })
    await proxy.createKey(BOB, { account: 'bob' })
    await proxy.createKey(OPERATOR, { account: 'default' })
  })
  beforeEach(() => {
    proxy.upstream.play(reply(200, '{"ok":true}'))
    proxy.upstream.seen.length = 0
  })
  afterAll(() => proxy.close())
}

export const ask = (key: string, path: string, { headers, ...request }: PlainRequest = {}) =>
  send(`${proxy.url}${path}`, { ...request, headers: { authorization: `Bearer ${key}`, ...headers } })
export const json = (body: object): PlainRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Creates an object for the account of `key`. */
export async function make(
  key: string,
  path: string,
  made: object,
  headers: Record<string, string> = {},
): Promise<void> {
  proxy.upstream.play(reply(200, JSON.stringify(made)))
  const body = '{"model":"m","input":"Hello"}'
  const { status } = await ask(key, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  expect(status).toBe(200)
  proxy.upstream.play(reply(200, '{"ok":true}'))
}
