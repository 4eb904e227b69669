import { Redis } from 'iovalkey'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TestPostgres } from '../packages/server/src/adapters/postgres/postgres-server.fixture.ts'
import { NO_REDIS, TestRedis } from '../packages/server/src/adapters/valkey/start-redis.fixture.ts'
import { countersOfRedis } from './load/measure-stores.ts'
import { startStores } from './start-stores.ts'

describe.skipIf(NO_REDIS)('the stores of a bench', () => {
  test('close Valkey or Redis if PostgreSQL does not start', async () => {
    const start = vi.spyOn(TestPostgres, 'start').mockRejectedValue(new Error('no PostgreSQL'))
    const close = vi.spyOn(TestRedis.prototype, 'close')
    onTestFinished(() => {
      for (const spy of [start, close]) spy.mockRestore()
    })
    await expect(startStores()).rejects.toThrow('no PostgreSQL')
    expect(close).toHaveBeenCalledOnce()
  })

  test('report the counters of Valkey or Redis without a command-line client', async () => {
    const server = await TestRedis.start()
    const redis = new Redis(server.url)
    const { PATH } = process.env
    process.env.PATH = ''
    onTestFinished(async () => {
      process.env.PATH = PATH
      redis.disconnect()
      await server.close()
    })
    const before = await countersOfRedis(redis)
    const after = await countersOfRedis(redis)
    expect(after.commands - before.commands).toBe(1)
    expect(after.memory).toBeGreaterThan(0)
  })
})
