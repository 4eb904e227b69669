import { TestPostgres } from '../packages/server/src/adapters/postgres/postgres-server.fixture.ts'
import { TestRedis } from '../packages/server/src/adapters/valkey/start-redis.fixture.ts'

/** The stores of a bench: PostgreSQL with an empty database, and Valkey or Redis. */
export interface Stores {
  readonly redis: TestRedis
  readonly postgres: TestPostgres
  readonly databaseUrl: string
  close(): Promise<void>
}

/** Starts both stores. If one does not start, the other is closed. */
export async function startStores(): Promise<Stores> {
  const started: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const end of started.toReversed()) await end()
  }
  try {
    const redis = await TestRedis.start()
    started.push(() => redis.close())
    const postgres = await TestPostgres.start()
    started.push(() => postgres.remove())
    return { redis, postgres, databaseUrl: await postgres.createDatabase(), close }
  } catch (error) {
    await close()
    throw error
  }
}
