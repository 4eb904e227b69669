import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAT, errorOf, MESSAGE, post } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy
beforeAll(async () => {
  proxy = await startProxy()
})
afterAll(() => proxy.close())

const PATHS: [string, object][] = [
  ['/v1/chat/completions', CHAT],
  ['/v1/messages', MESSAGE],
  ['/v1/responses', { model: 'gpt-4o', input: 'Hello.' }],
  ['/v1/compress?format=openai-chat', CHAT],
  ['/v1/embeddings', { input: 'Hello.' }],
]

const UNKNOWN: [string, string, string][] = [
  ['X-Service-Compression', 'on', 'X-Service-Compression must be off or absent, not "on".'],
  ['X-Service-Compression', '', 'X-Service-Compression must be off or absent, not "".'],
  ['X-Service-Objective', 'speed', 'X-Service-Objective must be tokens or cost, not "speed".'],
  ['X-Service-Objective', 'Cost', 'X-Service-Objective must be tokens or cost, not "Cost".'],
  ['X-Session-Id', 'x'.repeat(256), 'X-Session-Id must be printable ASCII of at most 255 characters.'],
]

describe.each(PATHS)('%s', (path, body) => {
  test.each(UNKNOWN)('refuses %s: %s with the values that are allowed', async (name, value, message) => {
    const before = proxy.upstream.seen.length
    const answer = await post(`${proxy.url}${path}`, body, { [name.toLowerCase()]: value })
    expect([answer.status, errorOf(answer).message]).toEqual([400, message])
    expect(proxy.upstream.seen.length).toBe(before)
  })
})
