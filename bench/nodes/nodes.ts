import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TestRedis } from '../../packages/server/src/adapters/valkey/start-redis.fixture.ts'
import { type Child, firstLine, readyWhen, startChild } from '../speed/child.ts'
import { createCpuClock } from '../speed/cpu-clock.ts'

/** The measured targets: the stand-in provider, the node that has served the session so far, and two other nodes. */
export const NAMES = ['direct', 'same', 'snapshot', 'anew'] as const

export type Name = (typeof NAMES)[number]

export interface Nodes {
  readonly urls: Readonly<Record<Name, string>>
  readonly key: string
  /** CPU time of a node so far, all threads together, in milliseconds. */
  cpuMs(name: Name): number
  /** Outcomes of snapshots at a node, by event. */
  snapshotsOf(name: Name): Promise<ReadonlyMap<string, number>>
  stop(): Promise<void>
}

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
const UPSTREAM = fileURLToPath(new URL('../speed/upstream.ts', import.meta.url))
const METRICS_TOKEN = 'a-token-of-the-bench'
const SAMPLE = /^pleat_snapshots_total\{event="(\w+)"\} (\d+)$/gm

/** Starts Valkey or Redis, a stand-in provider and three nodes that share one store, each in a separate process. */
export async function startNodes(): Promise<Nodes> {
  const directory = mkdtempSync(join(tmpdir(), 'pleat-bench-nodes-'))
  const redis = await TestRedis.start()
  const children: Child[] = []
  const clocks = new Map<Name, () => number>()
  async function stop(): Promise<void> {
    for (const child of children.toReversed()) await child.stop()
    await redis.close()
    rmSync(directory, { recursive: true, force: true })
  }
  const start = async (name: Name, argv: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
    const child = startChild(name, argv, { directory, variables })
    children.push(child)
    clocks.set(name, createCpuClock(child.pid))
    return await readyWhen(child, firstLine)
  }
  try {
    const direct = (await start('direct', [UPSTREAM])).url!
    const variables = {
      PLEAT_PORT: '0',
      PLEAT_DATA_DIR: directory,
      PLEAT_OPENAI_URL: `${direct}/v1`,
      OPENAI_API_KEY: 'sk-bench',
      PLEAT_REDIS_URL: redis.url,
      PLEAT_METRICS_TOKEN: METRICS_TOKEN,
      PLEAT_RPM: '1000000',
    }
    const node = async (name: Name, more: Readonly<Record<string, string>> = {}) =>
      await start(name, [MAIN, 'start', '--json'], { ...variables, ...more })
    // The first node creates the account and the secret of all.
    const { url: same, key } = await node('same')
    const { url: snapshot } = await node('snapshot')
    const { url: anew } = await node('anew', { PLEAT_SNAPSHOT_MINUTES: '0' })
    const urls = { direct, same: same!, snapshot: snapshot!, anew: anew! }
    const cpuMs = (name: Name) => clocks.get(name)!() / 1000
    return { urls, key: key!, cpuMs, snapshotsOf: (name) => readSnapshots(urls[name]), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function readSnapshots(url: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const page = await response.text()
  return new Map([...page.matchAll(SAMPLE)].map(([, event, count]) => [event!, Number(count)]))
}
