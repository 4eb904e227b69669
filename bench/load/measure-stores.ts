import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { talkOf, turnBody, turnsOf } from '../speed/bodies.ts'
import { Connection } from '../speed/connection.ts'
import { LONG, sender } from './measure-load.ts'
import { type Loaded, startLoaded } from './start-loaded.ts'

/** Average use of the stores by a request of a conversation of 100,000 tokens. */
export interface StoresReport {
  readonly requests: number
  readonly postgres: { readonly transactions: number; readonly rows: number; readonly walBytes: number }
  readonly redis: { readonly commands: number; readonly inBytes: number; readonly outBytes: number }
  /** Memory of Valkey or Redis for the snapshot of one session. */
  readonly snapshotBytes: number
  readonly databaseConnections: number
  /** CPU time of the server per request, including its work for the stores. */
  readonly cpuMs: number
}

/**
 * Pause between requests of a session. Agents are seldom faster, and data that is written once a second is then written with
 * each request.
 */
const PAUSE_MS = 1200
const SETTLE_MS = 2500

export async function measureStores(sessions: number, turns: number): Promise<StoresReport> {
  const loaded = await startLoaded({ workers: 1, isShared: true })
  const redis = new Redis(loaded.stores!.redis.url)
  const send = sender(loaded)
  const talks = Array.from({ length: sessions }, (_, index) => talkOf({ seed: 7_000_000 + index, ...LONG }))
  const connections = talks.map((talk, index) => ({ talk, index, connection: new Connection(loaded.port) }))
  try {
    const from = turnsOf(talks[0]!) - turns
    const memoryBefore = (await countersOfRedis(redis)).memory
    for (const { talk, index, connection } of connections) {
      await send(connection, turnBody(talk, from), [`X-Session-Id: stores ${index}`])
    }
    await sleep(SETTLE_MS)
    const before = await countersOf(loaded, redis)
    const startedAt = performance.now()
    for (let turn = from + 1; turn <= from + turns; turn++) {
      await Promise.all(
        connections.map(({ talk, index, connection }) =>
          send(connection, turnBody(talk, turn), [`X-Session-Id: stores ${index}`]),
        ),
      )
      await sleep(PAUSE_MS)
    }
    await sleep(SETTLE_MS)
    const seconds = (performance.now() - startedAt) / 1000
    // Read before the idle seconds, since a vacuum within them may write as much log as all requests.
    const { wal } = await countersOfPostgres(loaded)
    const idle = await idleRates(loaded, redis)
    const after = await countersOf(loaded, redis)
    const requests = sessions * turns
    // The time of `idleRates` is included in the difference.
    const idleSeconds = seconds + IDLE_MS / 1000
    const each = (name: keyof typeof idle) => (after[name] - before[name] - idle[name] * idleSeconds) / requests
    return {
      requests,
      postgres: { transactions: each('transactions'), rows: each('rows'), walBytes: (wal - before.wal) / requests },
      redis: { commands: each('commands'), inBytes: each('inBytes'), outBytes: each('outBytes') },
      snapshotBytes: (after.memory - memoryBefore) / sessions,
      databaseConnections: after.connections,
      cpuMs: each('cpu'),
    }
  } finally {
    for (const { connection } of connections) connection.close()
    redis.disconnect()
    await loaded.stop()
  }
}

const IDLE_MS = 5000

/** Use of the stores and of the CPU per second without requests: database watch, announcement of the node. */
async function idleRates(loaded: Loaded, redis: Redis) {
  const before = await countersOf(loaded, redis)
  await sleep(IDLE_MS)
  const after = await countersOf(loaded, redis)
  const rate = (name: 'transactions' | 'rows' | 'commands' | 'inBytes' | 'outBytes' | 'cpu') =>
    (after[name] - before[name]) / (IDLE_MS / 1000)
  return {
    transactions: rate('transactions'),
    rows: rate('rows'),
    commands: rate('commands'),
    inBytes: rate('inBytes'),
    outBytes: rate('outBytes'),
    cpu: rate('cpu'),
  }
}

async function countersOf(loaded: Loaded, redis: Redis) {
  return { ...(await countersOfPostgres(loaded)), ...(await countersOfRedis(redis)), cpu: loaded.cpuMs() }
}

async function countersOfPostgres({ stores }: Loaded) {
  const { postgres, databaseUrl } = stores!
  const database = new URL(databaseUrl).pathname.slice(1)
  const [row] = await postgres.run(
    `select xact_commit as transactions, tup_inserted + tup_updated + tup_deleted as rows, numbackends as connections,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal from pg_stat_database where datname = '${database}'`,
  )
  const number = (name: string) => Number(row![name])
  return {
    transactions: number('transactions'),
    rows: number('rows'),
    wal: number('wal'),
    connections: number('connections'),
  }
}

/** Counters of Valkey or Redis. This call is one of the commands. */
export async function countersOfRedis(redis: Redis) {
  const text = await redis.info()
  const number = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1])
  return {
    commands: number('total_commands_processed'),
    inBytes: number('total_net_input_bytes'),
    outBytes: number('total_net_output_bytes'),
    memory: number('used_memory'),
  }
}
