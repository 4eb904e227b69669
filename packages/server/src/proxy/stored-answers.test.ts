import { setImmediate as tick } from 'node:timers/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { ConversationFacts } from '../compression/compression-port.ts'
import type { Caller } from '../gate/key-port.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import type { SharedObjects } from './shared-objects.ts'
import { requireOwnReferences, watchStoredAnswer } from './stored-answers.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

test('a compressed response is decoded until its id is found', async () => {
  const claimed: string[] = []
  const sharedObjects = { claim: async (_: Caller, __: string, ids: string[]) => void claimed.push(...ids) }
  const request = {
    caller: { accountId: 'a' } as Caller,
    route: { api: { provider: 'openai' }, format: 'openai-responses' } as FoldedRoute,
    facts: { kind: 'conversation', storesAnswer: true } as ConversationFacts,
  }
  const answer = { status: 200, headers: ['Content-Encoding', 'gzip'] as readonly string[] } as UpstreamAnswer
  const observe = watchStoredAnswer(sharedObjects as unknown as SharedObjects, request, answer)!
  const decode = vi.spyOn(Object.getPrototypeOf(createGunzip()), '_transform')
  const body = gzipSync(`{"id":"resp_kept1","pad":"${'x'.repeat(100_000)}"}`, { level: 0 })
  for (let at = 0; at < body.length; at += 10_000) {
    observe(body.subarray(at, at + 10_000))
    while (claimed.length === 0) await tick()
    await tick()
  }
  expect([claimed, decode.mock.calls.length]).toEqual([['resp_kept1'], 1])
})

describe('the search for references in a conversation', () => {
  /** Searches `body`, and returns the ids whose owners were looked up. */
  async function idsIn(body: Buffer): Promise<string[]> {
    const found: string[] = []
    const sharedObjects = {
      mayMeetForeign: async () => true,
      isForeign: async (_: Caller, __: string, ids: string[]) => found.push(...ids) < 0,
    }
    const route = { api: { provider: 'openai' } } as FoldedRoute
    const request = { caller: { accountId: 'a' } as Caller, route, original: body }
    await requireOwnReferences(sharedObjects as unknown as SharedObjects, request)
    return found
  }

  test.each([
    ['a field', '{"file_id":"file-ofAlice"}'],
    ['a field in capitals, which some upstreams read too', '{"File_ID":"file-ofAlice"}'],
    ['a hidden field', '{"\\u0066ile_id":"file-ofAlice"}'],
  ])('finds %s', async (_, text) => {
    expect(await idsIn(Buffer.from(text))).toEqual(['file-ofAlice'])
  })

  test('finds a field in UTF-16, which some upstreams read too', async () => {
    expect(await idsIn(Buffer.from('{"file_id":"file-ofAlice"}', 'utf16le'))).toEqual(['file-ofAlice'])
  })

  test('ignores words like ids without a field', async () => {
    expect(await idsIn(Buffer.from('{"content":"see file-ofAlice in \\"file\\""}'))).toEqual([])
  })

  test('finds the longest field wherever the body is cut', async () => {
    const field = '{"previous_response_id":"resp_ofAlice"}'
    for (let before = 0; before < field.length; before++) {
      const body = Buffer.from(`${' '.repeat(32 * 1024 - before)}${field}`)
      expect(await idsIn(body)).toContain('resp_ofAlice')
    }
  })

  test('lets the event loop tick in a long body', async () => {
    let ticks = 0
    let isOver = false
    const count = () => {
      ticks++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    expect(await idsIn(Buffer.alloc(1024 * 1024, 'word '))).toEqual([])
    isOver = true
    expect(ticks).toBeGreaterThan(20)
  })
})
