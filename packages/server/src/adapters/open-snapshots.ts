import type { Snapshots } from '../compression/snapshot-port.ts'
import type { SealingSecrets } from '../money/seal.ts'
import type { Log } from '../ports.ts'

export interface SnapshotParts {
  /** Where they are kept; undefined: nowhere. */
  readonly redisUrl: string | undefined
  /** How long each is kept, in milliseconds; 0: not at all. */
  readonly snapshotLifetimeMs: number
  /** How long a request waits for one, in milliseconds. */
  readonly answerMs: number
  readonly secrets: SealingSecrets
  readonly log: Log
}

/** Snapshots of fold states in Redis; undefined where there is none, or where none are to be kept. */
export async function openSnapshots(parts: SnapshotParts): Promise<Snapshots | undefined> {
  const { redisUrl, snapshotLifetimeMs: lifetimeMs, answerMs, secrets, log } = parts
  if (redisUrl === undefined || lifetimeMs === 0) return undefined
  // Loaded where they are asked for.
  const [{ ValkeySnapshots }, { SharedSnapshots }] = await Promise.all([
    import('./valkey/valkey-snapshots.ts'),
    import('./shared-snapshots/shared-snapshots.ts'),
  ])
  const place = new ValkeySnapshots(redisUrl)
  return new SharedSnapshots({ place, secrets, answerMs, lifetimeMs, log, name: 'Redis (PLEAT_REDIS_URL)' })
}
