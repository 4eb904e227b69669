import { Redis } from 'iovalkey'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RateSubject } from '../../gate/rate-limiter-port.ts'
import type { Log } from '../../ports.ts'
import { describeRateLimiter, startOfWindow } from '../rate-limiter-contract.ts'
import { SharedRateLimiter } from '../shared-rate-limiter/shared-rate-limiter.ts'
import { DelayProxy } from './delay-proxy.fixture.ts'
import { NO_REDIS, TestRedis } from './start-redis.fixture.ts'
import { ValkeyWindows } from './valkey-windows.ts'

if (NO_REDIS !== undefined) console.warn(`Tests of the rate limits in Redis are skipped: ${NO_REDIS}.`)

const lines: string[] = []
const note = (_fields: object, message: string) => void lines.push(message)
const log: Log = { info: note, warn: note, error: note }

/** Opens a node. It waits longer than a server, whose `answerMs` is 10, because tests share a machine. */
function openNode(url: string, { answerMs = 2000, skewMs = 0 } = {}): SharedRateLimiter {
  const clock = { now: () => Date.now() + skewMs }
  const windows = new ValkeyWindows(url)
  return new SharedRateLimiter({ windows, clock, log, place: 'Redis', answerMs, leastNodes: 1 })
}

/** A node whose first request was counted in Redis. */
async function openConnected(url: string, options?: Parameters<typeof openNode>[1]): Promise<SharedRateLimiter> {
  const node = openNode(url, options)
  await vi.waitFor(async () => {
    const before = node.state.alone
    await node.take({ kind: 'address', id: 'first', limit: 1_000_000 })
    expect(node.state).toMatchObject({ isShared: true, alone: before })
  }, 10_000)
  return node
}

describe.skipIf(NO_REDIS !== undefined)('request windows in Redis', () => {
  describeRateLimiter('of three nodes', {
    makePlace: async () => {
      const redis = await TestRedis.start()
      return { open: () => openConnected(redis.url), close: () => redis.close() }
    },
    nodes: 3,
  })

  let redis: TestRedis
  let nodes: SharedRateLimiter[] = []

  beforeEach(async () => {
    redis = await TestRedis.start()
    lines.length = 0
  })

  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close()
    await redis.close()
  })

  async function openNodes(url = redis.url, options?: Parameters<typeof openNode>[1]) {
    nodes = await Promise.all([0, 1, 2].map(() => openConnected(url, options)))
    for (const node of nodes) await vi.waitFor(() => expect(node.state.nodes).toBe(3), 10_000)
    await startOfWindow(nodes[0]!)
    return nodes
  }

  const key: RateSubject = { kind: 'key', id: 'k', limit: 30 }
  const passing = async (count: number) => {
    const asked = Array.from({ length: count }, (_, index) => nodes[index % nodes.length]!.take(key))
    return (await Promise.all(asked)).filter(({ isExceeded }) => !isExceeded).length
  }
  const shared = () => nodes.map(({ state }) => state.isShared)

  test('every key that is written expires by itself', async () => {
    await openNodes()
    await passing(3)
    const client = new Redis(redis.url)
    const names = await client.keys('*')
    expect(names.some((name) => name.startsWith('pleat:{key:k}:'))).toBe(true)
    for (const name of names)
      expect([name, await client.ttl(name)]).toEqual([name, expect.toSatisfy((s) => s > 0 && s <= 120)])
    client.disconnect()
  })

  test('after a crash with loss of data, the limit holds throughout, and counts are complete again', async () => {
    await openNodes()
    expect(await passing(15)).toBe(15)
    await redis.stop()
    // Each node has used five slots. It admits the rest of its share of ten, or a third of the slots that were free at
    // its last response if that is more: of 25, 20 and 15 if Redis counted the nodes one after the other.
    const alone = await passing(90)
    expect(alone).toBeGreaterThanOrEqual(15)
    expect(alone).toBeLessThanOrEqual(8 + 6 + 5)
    expect(shared()).toEqual([false, false, false])
    expect(lines.filter((line) => line.startsWith('Redis does not answer'))).toHaveLength(3)
    await redis.start()
    await vi.waitFor(() => expect(shared()).toEqual([true, true, true]), 10_000)
    expect(await passing(90)).toBe(0)
    expect(lines.filter((line) => line.startsWith('Redis answers'))).toHaveLength(3)
  })

  test('while Redis is paused, requests wait at most 10 ms and soon not at all; then it recovers', async () => {
    await openNodes(redis.url, { answerMs: 10 })
    redis.pause()
    const times: number[] = []
    for (let index = 0; index < 60; index++) {
      const startedAt = performance.now()
      await nodes[0]!.take({ ...key, limit: 1_000_000 })
      times.push(performance.now() - startedAt)
    }
    expect(times.filter((ms) => ms > 5).length).toBeLessThanOrEqual(3)
    expect(nodes[0]!.state.isShared).toBe(false)
    redis.resume()
    await vi.waitFor(() => expect(nodes[0]!.state.isShared).toBe(true), 15_000)
  })

  test('behind a slow network, each node limits by its share until answers arrive in time', async () => {
    const proxy = await DelayProxy.start(redis.port)
    await openNodes(proxy.url, { answerMs: 10 })
    proxy.delayMs = 150
    await vi.waitFor(async () => {
      for (const node of nodes) await node.take({ ...key, id: 'other', limit: 1_000_000 })
      expect(shared()).toEqual([false, false, false])
    }, 10_000)
    expect(await passing(90)).toBe(30)
    proxy.delayMs = 0
    await vi.waitFor(() => expect(shared()).toEqual([true, true, true]), 10_000)
    await proxy.close()
  })

  test('a server without free memory counts as one that does not answer', async () => {
    await openNodes()
    const client = new Redis(redis.url)
    await client.config('SET', 'maxmemory', '1')
    expect(await passing(90)).toBe(30)
    expect(shared()).toEqual([false, false, false])
    await client.config('SET', 'maxmemory', '0')
    await vi.waitFor(() => expect(shared()).toEqual([true, true, true]), 10_000)
    client.disconnect()
  })

  test('nodes whose clocks differ count in the same minute', async () => {
    nodes = [await openConnected(redis.url, { skewMs: -5000 }), await openConnected(redis.url, { skewMs: 5000 })]
    await startOfWindow(nodes[0]!)
    const windows = [await nodes[0]!.take(key), await nodes[1]!.take(key)]
    expect(windows.map(({ remaining }) => remaining)).toEqual([29, 28])
    expect(new Set(windows.map(({ resetAtSeconds }) => resetAtSeconds)).size).toBe(1)
  })

  test('a node that never reached Redis limits by the configured number of nodes', async () => {
    await redis.stop()
    const windows = new ValkeyWindows(redis.url)
    const node = new SharedRateLimiter({
      windows,
      clock: { now: Date.now },
      log,
      place: 'Redis',
      answerMs: 10,
      leastNodes: 3,
    })
    nodes = [node]
    expect(await passing(90)).toBe(10)
  })
})
