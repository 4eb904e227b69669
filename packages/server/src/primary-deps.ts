import { createSharedOutput } from './adapters/buffered-output.ts'
import { createLog } from './adapters/log.ts'
import { openStore } from './adapters/open-store.ts'
import { shortSha256 } from './adapters/sha256.ts'
import { MemoryWindows } from './adapters/shared-rate-limiter/memory-windows.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { Deps } from './deps.ts'
import { limitsOf } from './limits.ts'
import { prepareStore } from './prepare-store.ts'
import { createCounters } from './proxy/counters.ts'
import { Sessions } from './proxy/sessions.ts'

/** Dependencies of the primary process: the shared state of its workers. It serves no requests. */
export type PrimaryDeps = Pick<
  Deps,
  'config' | 'secrets' | 'clock' | 'log' | 'store' | 'counters' | 'sessions' | 'limits'
> & {
  /** Counts the workers' requests, unless all machines share a rate limiter. */
  readonly windows: MemoryWindows
}

/** Composes the primary process, which holds the lock of the data directory while it runs. */
export async function createPrimaryDeps(config: Config, secrets: Secrets): Promise<PrimaryDeps> {
  const clock = { now: Date.now }
  const log = createLog(config.logLevel, createSharedOutput())
  const { databaseUrl } = secrets
  const store = await openStore({ ...config, databaseUrl, clock, log, checksIntegrity: true })
  await prepareStore(store, { config, secrets, log })
  const counters = createCounters()
  const sessions = new Sessions({ store: store.sessions, clock, hash: shortSha256, log, counters })
  const windows = new MemoryWindows(clock)
  return { config, secrets, clock, log, store, counters, sessions, limits: limitsOf(config), windows }
}
