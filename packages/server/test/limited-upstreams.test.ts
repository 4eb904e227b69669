import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LimitedProxy, startLimited } from './limited-keys.ts'
import { errorOf } from './plain-client.ts'
import { reply, type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts'

let fast: ScriptedUpstream
let proxy: LimitedProxy
beforeAll(async () => {
  fast = await startScriptedUpstream()
  const entries = [{ name: 'fast', api: 'openai', models: ['fast-*'], url: fast.url }]
  proxy = await startLimited(Date.UTC(2026, 3, 1), { PLEAT_UPSTREAMS: JSON.stringify(entries) })
  for (const upstream of [fast, proxy.upstream]) upstream.play(reply(200, '{"ok":true}'))
})
afterAll(async () => {
  await proxy.close()
  await fast.close()
})

test('a passed-through request of a key with limits arrives whole at the upstream of its model', async () => {
  const { key } = await proxy.issue({ models: ['fast-*', 'text-*'] })
  const bodies = ['fast-3', 'text-embedding-3-small', 'o5'].map((model) => ({ input: ['a'], model }))
  const [toFast, toDefault, refused] = [
    await proxy.ask(key, '/v1/embeddings', bodies[0]),
    await proxy.ask(key, '/v1/embeddings', bodies[1]),
    await proxy.ask(key, '/v1/embeddings', bodies[2]),
  ]
  expect([toFast, toDefault, refused].map(({ status }) => status)).toEqual([200, 200, 403])
  expect(errorOf(refused).code).toBe('model_not_allowed')
  const seen = [fast, proxy.upstream].map((upstream) => upstream.seen.map(({ body }) => body.toString()))
  expect(seen).toEqual([[JSON.stringify(bodies[0])], [JSON.stringify(bodies[1])]])
})
