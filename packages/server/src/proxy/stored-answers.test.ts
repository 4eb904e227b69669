import { setImmediate as tick } from 'node:timers/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { ConversationFacts } from '../compression/compression-port.ts'
import type { Caller } from '../gate/key-port.ts'
import type { FoldedRoute } from '../provider-apis/provider-api.ts'
import type { SharedObjects } from './shared-objects.ts'
import { watchStoredAnswer } from './stored-answers.ts'
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
