import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { issueKey } from '../../packages/server/src/gate/issue-key.ts'
import { startProvider } from './provider.ts'
import { type Cluster, startCluster } from './start-nodes.ts'

/** One burst: how many requests of a key were sent at once, and how many were served. */
export interface Burst {
  readonly name: string
  readonly sent: number
  readonly served: number
  readonly refused: number
  /** Largest number served according to the documentation. */
  readonly most: number
  /** Exact number served. Undefined if only the largest number is promised. */
  readonly exactly?: number
}

export interface LimitsReport {
  readonly limit: number
  readonly bursts: readonly Burst[]
  readonly wrong: readonly string[]
}

const LIMIT = 60
const TIMES = 10
const CONNECTIONS = 60
const MINUTE_MS = 60_000
/** Least time before the end of a minute, so that a burst does not span two minutes. */
const ROOM_MS = 25_000
/** Longest wait of a request for its count: 10 ms in production, longer here, since all processes share one machine. */
const WINDOW_MS = 2000
const BODY = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello.' }] })

/**
 * Sends ten times the limit of a key at once to three nodes: with cold counters, in the minute in which Valkey or Redis
 * is killed, in the next minute, and after its restart with an empty database.
 */
export async function measureLimits(): Promise<LimitsReport> {
  const provider = await startProvider()
  let cluster: Cluster | undefined
  try {
    const variables = { BENCH_WINDOW_MS: String(WINDOW_MS) }
    cluster = await startCluster({ providerUrl: provider.url, variables })
    const bursts = await sendBursts(cluster)
    const wrong = bursts.flatMap(({ name, served, refused, sent, most, exactly }) => [
      ...(served > most ? [`${name}: ${served} of at most ${most} were served`] : []),
      ...(exactly !== undefined && served !== exactly ? [`${name}: ${served} instead of ${exactly} were served`] : []),
      ...(served + refused !== sent ? [`${name}: ${sent - served - refused} were neither served nor refused`] : []),
    ])
    return { limit: LIMIT, bursts, wrong }
  } finally {
    await cluster?.close()
    await provider.close()
  }
}

async function sendBursts(cluster: Cluster): Promise<readonly Burst[]> {
  const newKey = async (account: string) =>
    (await issueKey(cluster.store.keys, { account, requestsPerMinute: LIMIT })).key
  await roomInMinute()
  const cold = await burst(cluster, await newKey('cold'))
  const faulty = await newKey('fault')
  await roomInMinute()
  const before = await burst(cluster, faulty, LIMIT / 2)
  await cluster.redis.stop()
  const during = await burst(cluster, faulty)
  await sleep(MINUTE_MS - (Date.now() % MINUTE_MS) + 500)
  const later = await burst(cluster, faulty)
  await cluster.redis.start()
  // The nodes reconnect on their own.
  await sleep(MINUTE_MS - (Date.now() % MINUTE_MS) + 500)
  const back = await burst(cluster, faulty)
  return [
    { name: 'cold counters', ...cold, most: LIMIT, exactly: LIMIT },
    { name: 'half the limit, then Valkey or Redis is killed', ...before, most: LIMIT / 2, exactly: LIMIT / 2 },
    { name: 'the same minute, without Valkey or Redis', ...during, most: 2 * LIMIT - before.served },
    { name: 'the next minute, without Valkey or Redis', ...later, most: LIMIT },
    { name: 'a minute later, with an empty Valkey or Redis', ...back, most: LIMIT, exactly: LIMIT },
  ]
}

async function roomInMinute(): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS)
  if (left < ROOM_MS) await sleep(left + 200)
}

async function burst(
  { url }: Cluster,
  key: string,
  sent = TIMES * LIMIT,
): Promise<Pick<Burst, 'sent' | 'served' | 'refused'>> {
  const pool = new Pool(url, { connections: CONNECTIONS })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const statuses = await Promise.all(
    Array.from({ length: sent }, async () => {
      const response = await pool.request({ method: 'POST', path: '/v1/chat/completions', headers, body: BODY })
      await response.body.dump()
      return response.statusCode
    }),
  )
  await pool.close()
  const count = (status: number) => statuses.filter((each) => each === status).length
  return { sent, served: count(200), refused: count(429) }
}
