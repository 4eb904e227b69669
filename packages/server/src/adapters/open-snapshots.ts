import type { Snapshots } from '../compression/snapshot-port.ts'
import type { SealingSecrets } from '../money/seal.ts'
import type { Log } from '../ports.ts'

export interface SnapshotParts {
  /** URL of the server that stores the snapshots. Undefined: snapshots are off. */
  readonly redisUrl: string | undefined
  /** Lifetime of a snapshot in milliseconds. 0: snapshots are off. */
  readonly snapshotLifetimeMs: number
  /** Longest wait of a request for a snapshot, in milliseconds. */
  readonly answerMs: number
  readonly secrets: SealingSecrets
  readonly log: Log
}

/** Opens the snapshots of fold states in Redis. Undefined if Redis is not configured, or if snapshots are off. */
export async function openSnapshots(parts: SnapshotParts): Promise<Snapshots | undefined> {
  const { redisUrl, snapshotLifetimeMs: lifetimeMs, answerMs, secrets, log } = parts
  if (redisUrl === undefined || lifetimeMs === 0) return undefined
  // These modules are loaded only if snapshots are on.
  const [{ ValkeySnapshots }, { SharedSnapshots }] = await Promise.all([
    import('./valkey/valkey-snapshots.ts'),
    import('./shared-snapshots/shared-snapshots.ts'),
  ])
  const place = new ValkeySnapshots(redisUrl)
  return new SharedSnapshots({ place, secrets, answerMs, lifetimeMs, log, name: 'Redis (PLEAT_REDIS_URL)' })
}
