import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './start-nodes.ts'

export const FAULTS = ['kill-node', 'pause-redis', 'empty-redis', 'restart-postgres'] as const
export type FaultName = (typeof FAULTS)[number]

/** A fault that was caused. */
export interface Fault {
  readonly name: FaultName
  /** The killed node. */
  readonly node?: string
  readonly at: number
  /** Time at which everything ran again. */
  readonly endedAt: number
}

const PAUSE_MS = 4000
/**
 * Minimum pause between the end of a fault and the next one. Faults never overlap, even if a node starts slowly on a
 * busy machine.
 */
const LEAST_REST_MS = 4000

export interface FaultOptions {
  readonly rounds: number
  readonly everyMs: number
  /** Causes no further fault when it is aborted, and rejects. */
  readonly signal: AbortSignal
}

/** Causes the faults one after the other, one every `everyMs`, and waits `everyMs` after the last one. */
export async function causeFaults(
  cluster: Cluster,
  { rounds, everyMs, signal }: FaultOptions,
): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  for (let index = 0; index < rounds * FAULTS.length; index++) {
    const sinceLast = performance.now() - (faults.at(-1)?.at ?? performance.now())
    await sleep(Math.max(LEAST_REST_MS, everyMs - sinceLast), undefined, { signal })
    const round = Math.floor(index / FAULTS.length)
    const name = FAULTS[index % FAULTS.length]!
    const node = cluster.nodeNames[round % cluster.nodeNames.length]!
    const at = performance.now()
    await cause(cluster, name, { node, round })
    faults.push({ name, ...(name === 'kill-node' && { node }), at, endedAt: performance.now() })
  }
  await sleep(everyMs, undefined, { signal })
  return faults
}

async function cause(
  cluster: Cluster,
  name: FaultName,
  { node, round }: { readonly node: string; readonly round: number },
): Promise<void> {
  const { redis, postgres } = cluster
  if (name === 'kill-node') {
    cluster.kill(node)
    await cluster.restart(node)
  } else if (name === 'pause-redis') {
    redis.pause()
    await sleep(PAUSE_MS)
    redis.resume()
  } else if (name === 'empty-redis') {
    await redis.stop()
    await redis.start()
  } else {
    // Alternates between a regular stop and one like a crash.
    await postgres.interrupt(round % 2 === 0 ? 'fast' : 'immediate')
    await postgres.resume()
  }
}
