import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Child, readyWhen, startChild } from '../speed/child.ts'
import { createCpuClock, residentMegabytes } from '../speed/cpu-clock.ts'
import { type Stores, startStores } from '../start-stores.ts'

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
const UPSTREAM = fileURLToPath(new URL('../speed/upstream.ts', import.meta.url))
const START_MS = 120_000

/** A server under load and its stand-in provider, in separate processes. */
export interface Loaded {
  readonly port: number
  readonly key: string
  /** CPU time of all processes of the server so far, in milliseconds. */
  cpuMs(): number
  /** CPU time of the stand-in provider so far, in milliseconds. */
  upstreamCpuMs(): number
  /** Resident memory in MB, of the first process and of each worker. */
  memory(): { readonly first: number; readonly workers: readonly number[] }
  /** Undefined with an embedded store. */
  readonly stores: Stores | undefined
  stop(): Promise<void>
}

/** Starts a server as users start it. `isShared`: with PostgreSQL and Valkey or Redis. */
export async function startLoaded({
  workers,
  isShared = false,
}: {
  readonly workers: number
  readonly isShared?: boolean
}): Promise<Loaded> {
  const stores = isShared ? await startStores() : undefined
  const directory = mkdtempSync(join(tmpdir(), 'pleat-bench-load-'))
  const children: Child[] = []
  const start = async (name: string, argv: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
    const child = startChild(name, argv, { directory, variables })
    children.push(child)
    return { child, line: await readyWhen(child, addressLine, START_MS) }
  }
  const stop = async (): Promise<void> => {
    for (const each of children.toReversed()) await each.stop()
    await stores?.close()
    rmSync(directory, { recursive: true, force: true })
  }
  const server = async () => {
    const upstream = await start('upstream', [UPSTREAM])
    const { child, line } = await start('server', [MAIN, 'start', '--json'], {
      PLEAT_PORT: '0',
      PLEAT_DATA_DIR: directory,
      PLEAT_OPENAI_URL: `${upstream.line.url}/v1`,
      OPENAI_API_KEY: 'sk-bench',
      PLEAT_RPM: '100000000',
      PLEAT_WORKERS: String(workers),
      ...(stores && {
        PLEAT_DATABASE_URL: stores.databaseUrl,
        PLEAT_REDIS_URL: stores.redis.url,
        PLEAT_SECRET: 'the secret of a bench',
      }),
    })
    return { upstream, child, line }
  }
  const { upstream, child, line } = await server().catch(async (error) => {
    await stop()
    throw error
  })
  const pids = () => [child.pid, ...childrenOf(child.pid)]
  const clocks = new Map<number, () => number>()
  const cpuMicroseconds = (pid: number): number => {
    const clock = clocks.get(pid) ?? createCpuClock(pid)
    clocks.set(pid, clock)
    return clock()
  }
  return {
    port: Number(new URL(line.url!).port),
    key: line.key!,
    cpuMs: () => pids().reduce((sum, pid) => sum + cpuMicroseconds(pid) / 1000, 0),
    upstreamCpuMs: () => cpuMicroseconds(upstream.child.pid) / 1000,
    memory() {
      const [first, ...rest] = pids().map((pid) => residentMegabytes(pid).now)
      return { first: first!, workers: rest }
    },
    stores,
    stop,
  }
}

/** The line with the address. On a busy machine, warnings may come before it. */
function addressLine(output: string): Record<string, string> | undefined {
  const line = /^\{"url".*\}(?=\n)/m.exec(output)?.[0]
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, string>)
}

/** Processes that `pid` has started. */
function childrenOf(pid: number): number[] {
  const ids = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const text = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  })
  return ids.sort((one, other) => one - other)
}
