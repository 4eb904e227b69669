import { Redis } from 'iovalkey'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeSnapshotPlace } from '../snapshot-place-contract.ts'
import { NO_REDIS, TestRedis } from './start-redis.fixture.ts'
import { isRoomy, ValkeySnapshots } from './valkey-snapshots.ts'

if (NO_REDIS !== undefined) console.warn(`Tests of snapshots in Redis are skipped: ${NO_REDIS}.`)

/** Waits for the connection. */
async function connect(url: string): Promise<ValkeySnapshots> {
  const place = new ValkeySnapshots(url)
  await vi.waitFor(() => place.get('anything'), 10_000)
  return place
}

describe.skipIf(NO_REDIS !== undefined)('in Redis', () => {
  describeSnapshotPlace('in Redis', async () => {
    const redis = await TestRedis.start()
    const nodes = [await connect(redis.url), await connect(redis.url)] as const
    return {
      nodes,
      async close() {
        for (const node of nodes) await node.close()
        await redis.close()
      },
    }
  })

  let redis: TestRedis
  let place: ValkeySnapshots

  beforeEach(async () => {
    redis = await TestRedis.start()
    place = await connect(redis.url)
  })

  afterEach(async () => {
    await place.close()
    await redis.close()
  })

  test('every snapshot expires by itself', async () => {
    await place.set('one', Uint8Array.of(1), 60_000)
    const client = new Redis(redis.url)
    const names = await client.keys('*')
    expect(names).toEqual(['pleat:fold:one'])
    const left = await client.pttl(names[0]!)
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
    client.disconnect()
  })

  test('nothing is written to a server whose memory is needed for request windows', async () => {
    const client = new Redis(redis.url)
    await client.set('other', Buffer.alloc(8_000_000))
    await client.config('SET', 'maxmemory', '12mb')
    expect(await place.set('one', Uint8Array.of(1), 60_000)).toBe(false)
    expect(await place.get('one')).toBeUndefined()
    client.disconnect()
  })

  test('while Redis is stopped, calls reject at once; after a restart, they succeed', async () => {
    await redis.stop()
    await expect(place.get('one')).rejects.toThrow()
    await redis.start()
    await vi.waitFor(async () => expect(await place.set('one', Uint8Array.of(1), 60_000)).toBe(true), 10_000)
  })
})

describe('the memory of a server', () => {
  test.each([
    ['used_memory:59\r\nmaxmemory:100\r\ntotal_system_memory:1000', true],
    ['used_memory:61\r\nmaxmemory:100\r\ntotal_system_memory:1000', false],
    ['used_memory:599\r\nmaxmemory:0\r\ntotal_system_memory:1000', true],
    ['used_memory:601\r\nmaxmemory:0\r\ntotal_system_memory:1000', false],
    ['used_memory:601', true],
  ])('has room while less than 60 % of it is used: %j', (info, expected) => {
    expect(isRoomy(info)).toBe(expected)
  })
})
