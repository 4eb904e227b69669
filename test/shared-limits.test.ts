import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startOfWindow } from '../packages/server/src/adapters/rate-limiter-contract.ts'
import { NO_REDIS, TestRedis } from '../packages/server/src/adapters/valkey/start-redis.fixture.ts'
import { parseMetrics, readValue } from './harness/prometheus-text.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const LIMIT = 30
const METRICS_TOKEN = 'a-token-of-the-scraper'
const BODY = JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hello.' }] })

describe.skipIf(NO_REDIS !== undefined)('three nodes with one Redis', () => {
  let dataDir: string
  let redis: TestRedis
  let standIn: StandIn
  const nodes: Pleat[] = []

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'pleat-nodes-'))
    redis = await TestRedis.start()
    standIn = await startStandIn({})
    const variables = {
      PLEAT_DATA_DIR: dataDir,
      PLEAT_SECRET: 'a-secret-of-all-nodes',
      PLEAT_REDIS_URL: redis.url,
      PLEAT_METRICS_TOKEN: METRICS_TOKEN,
    }
    // A server waits 10 ms for Redis, which is too short while other tests run.
    const overrides = { limits: { sharedWindowMs: 2000 } }
    for (let index = 0; index < 3; index++) {
      nodes.push(await startPleat({ providerUrl: standIn.url, variables, overrides }))
    }
    for (const { server } of nodes) {
      await vi.waitFor(() => expect(server.deps.rateLimiter.state?.nodes).toBe(3), 10_000)
    }
  })

  afterAll(async () => {
    for (const node of nodes) await node.close()
    await standIn.close()
    await redis.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Statuses of `count` requests that are sent at once, to all nodes in turn. */
  async function statuses(count: number, key: string): Promise<readonly number[]> {
    const pools = nodes.map(({ url }) => new Pool(url, { connections: 20 }))
    const sent = Array.from({ length: count }, async (_, index) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const options = { method: 'POST', path: '/v1/chat/completions', headers, body: BODY } as const
      const { statusCode, body } = await pools[index % pools.length]!.request(options)
      await body.dump()
      return statusCode
    })
    const all = await Promise.all(sent)
    await Promise.all(pools.map((pool) => pool.close()))
    return all
  }

  test('serve exactly the limit of a key when ten times as many requests arrive at once', async () => {
    const key = await nodes[0]!.issueKey('burst', LIMIT)
    await startOfWindow(nodes[0]!.server.deps.rateLimiter)
    const all = await statuses(10 * LIMIT, key)
    expect(all.filter((status) => status === 200)).toHaveLength(LIMIT)
    expect(all.filter((status) => status === 429)).toHaveLength(9 * LIMIT)
  })

  test('serve twice the limit at most in the minute of a Redis failure, and count the failure', async () => {
    const key = await nodes[0]!.issueKey('fault', LIMIT)
    await startOfWindow(nodes[0]!.server.deps.rateLimiter)
    expect((await statuses(LIMIT / 2, key)).every((status) => status === 200)).toBe(true)
    await redis.stop()
    const served = (await statuses(10 * LIMIT, key)).filter((status) => status === 200).length
    expect(served).toBeGreaterThanOrEqual(LIMIT / 2)
    expect(served).toBeLessThanOrEqual(LIMIT)
    const authorization = `Bearer ${METRICS_TOKEN}`
    const page = parseMetrics(await (await fetch(`${nodes[0]!.url}/metrics`, { headers: { authorization } })).text())
    expect(readValue(page, 'pleat_rate_limit_shared')).toBe(0)
    expect(readValue(page, 'pleat_rate_limit_alone_total')).toBeGreaterThan(0)
    expect(nodes[0]!.log()).not.toContain('redis://')
    await redis.start()
  })
})
