import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHAT, openConnection, post, send } from './plain-client.ts'
import { startProxy, type TestProxy } from './start-proxy.ts'

let proxy: TestProxy

beforeEach(async () => {
  proxy = await startProxy({ variables: { PLEAT_DRAIN_DELAY_SECONDS: '1' } })
})

afterEach(() => proxy.close())

const statusOf = async (path: string) => (await send(proxy.url + path)).status

describe('probes', () => {
  test('a running server is alive and ready', async () => {
    const live = await send(`${proxy.url}/livez`)
    expect([live.status, JSON.parse(live.body.toString()).status]).toEqual([200, 'ok'])
    const ready = await send(`${proxy.url}/readyz`)
    expect([ready.status, JSON.parse(ready.body.toString()).status]).toEqual([200, 'ready'])
  })

  test('a server whose store fails is alive and not ready', async () => {
    const { keys } = proxy.server.deps.store
    const find = keys.findCaller
    Object.assign(keys, { findCaller: () => Promise.reject(new Error('gone')) })
    expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503])
    Object.assign(keys, { findCaller: find })
    expect(await statusOf('/readyz')).toBe(200)
  })

  test('a stopping server is no longer ready, serves for the delay, and closes kept connections', async () => {
    const kept = await openConnection(proxy.port)
    const closing = proxy.server.close()
    expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503])
    expect((await post(`${proxy.url}/v1/chat/completions`, CHAT)).status).toBe(200)
    kept.socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
    await kept.closed
    expect(kept.received().toLowerCase()).toContain('connection: close')
    await closing
    await expect(send(`${proxy.url}/livez`)).rejects.toThrow()
  })
})
