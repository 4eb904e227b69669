import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPostgresStore } from '../../packages/server/src/adapters/postgres/open-postgres-store.ts'
import type { TestPostgres } from '../../packages/server/src/adapters/postgres/postgres-server.fixture.ts'
import { openSqliteStore } from '../../packages/server/src/adapters/sqlite/open-sqlite-store.ts'
import type { TestRedis } from '../../packages/server/src/adapters/valkey/start-redis.fixture.ts'
import type { Store } from '../../packages/server/src/store-port.ts'
import { type Child, firstLine, readyWhen, startChild } from '../speed/child.ts'
import { startStores } from '../start-stores.ts'
import { freePort, startHaproxy } from './haproxy.ts'

const NODE = fileURLToPath(new URL('node.ts', import.meta.url))
const START_MS = 120_000
const STORE_OPTIONS = { connections: 3, graceMs: 0, requestsPerMinute: 1, log: { info: () => {}, warn: () => {} } }

/** The address that receives the load, and the store in which its results are checked. */
export interface Target {
  readonly url: string
  readonly store: Store
  /** How often each warning or error was logged so far, by its message, in all processes. */
  problems(): ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Three nodes, the stores that they share, and the faults that can be caused. */
export interface Cluster extends Target {
  readonly redis: TestRedis
  readonly postgres: TestPostgres
  readonly nodeNames: readonly string[]
  kill(name: string): void
  /** Restarts a killed node at its port. */
  restart(name: string): Promise<void>
}

export interface ClusterOptions {
  readonly providerUrl: string
  /** Added to the environment of each node. */
  readonly variables?: Readonly<Record<string, string>>
}

/** One node alone, with an embedded store and no load balancer. */
export async function startAlone({ providerUrl, variables }: ClusterOptions): Promise<Target> {
  const directory = mkdtempSync(join(tmpdir(), 'pleat-bench-alone-'))
  const child = startNode('alone', { directory, providerUrl, port: 0, variables })
  const { url } = await readyWhen(child, firstLine, START_MS).catch((error: unknown) => {
    rmSync(directory, { recursive: true, force: true })
    throw error
  })
  const store = await openSqliteStore({ dataDir: directory, requestsPerMinute: 1 })
  return {
    url: url!,
    store,
    problems: () => problemsIn(directory),
    async close() {
      await child.stop()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const NODE_NAMES = ['node-1', 'node-2', 'node-3']

/** Three nodes, one PostgreSQL, one Valkey or Redis, and HAProxy with random routing. */
export async function startCluster({ providerUrl, variables }: ClusterOptions): Promise<Cluster> {
  const { redis, postgres, databaseUrl, close: closeStores } = await startStores()
  const directory = mkdtempSync(join(tmpdir(), 'pleat-bench-cluster-'))
  const shared = {
    ...variables,
    PLEAT_DATABASE_URL: databaseUrl,
    PLEAT_REDIS_URL: redis.url,
    PLEAT_SECRET: 'a secret of three nodes',
    PLEAT_NODES: String(NODE_NAMES.length),
  }
  const nodes = new Map<string, { child: Child; readonly port: number; starts: number }>()
  const run = async (name: string, port: number, starts: number) => {
    const child = startNode(`${name}-${starts}`, { directory, providerUrl, port, variables: shared })
    nodes.set(name, { child, port, starts })
    await readyWhen(child, firstLine, START_MS)
  }
  let proxy: Awaited<ReturnType<typeof startHaproxy>> | undefined
  let store: Store | undefined
  const close = async (): Promise<void> => {
    await proxy?.child.stop()
    for (const { child } of nodes.values()) await child.stop()
    await store?.close()
    await closeStores()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    for (const name of NODE_NAMES) await run(name, await freePort(), 0)
    const listed = NODE_NAMES.map((name) => ({ name, port: nodes.get(name)!.port }))
    proxy = await startHaproxy(directory, listed)
    store = await openPostgresStore({ ...STORE_OPTIONS, url: databaseUrl })
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: proxy.url,
    store,
    redis,
    postgres,
    nodeNames: NODE_NAMES,
    problems: () => problemsIn(directory),
    kill: (name) => void process.kill(nodes.get(name)!.child.pid, 'SIGKILL'),
    async restart(name) {
      const { port, starts } = nodes.get(name)!
      await run(name, port, starts + 1)
    },
    close,
  }
}

function startNode(
  name: string,
  options: {
    directory: string
    providerUrl: string
    port: number
    variables: Readonly<Record<string, string>> | undefined
  },
): Child {
  const { directory, providerUrl, port } = options
  const variables = {
    PLEAT_PORT: String(port),
    PLEAT_DATA_DIR: directory,
    PLEAT_OPENAI_URL: `${providerUrl}/v1`,
    PLEAT_ANTHROPIC_URL: providerUrl,
    OPENAI_API_KEY: 'sk-bench',
    ANTHROPIC_API_KEY: 'sk-bench',
    PLEAT_RPM: '1000000',
    PLEAT_LOG_LEVEL: 'warn',
    ...options.variables,
  }
  return startChild(name, [NODE], { directory, variables })
}

function problemsIn(directory: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of readdirSync(directory).filter((each) => each.endsWith('.err'))) {
    for (const line of readFileSync(join(directory, name), 'utf8').split('\n').filter(Boolean)) {
      const message = messageOf(line)
      if (message !== undefined) counts.set(message, (counts.get(message) ?? 0) + 1)
    }
  }
  return counts
}

/** The message of a warning or an error; the start of the line if it is not JSON. */
function messageOf(line: string): string | undefined {
  try {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    return level >= WARNING ? msg : undefined
  } catch {
    return line.slice(0, 120)
  }
}

const WARNING = 40
