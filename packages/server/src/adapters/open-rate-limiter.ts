import type { PrimaryLink } from '../cluster/calls.ts'
import type { RateLimiter } from '../gate/rate-limiter-port.ts'
import type { Clock, Log } from '../ports.ts'
import { MemoryRateLimiter } from './memory-rate-limiter.ts'
import { SharedRateLimiter } from './shared-rate-limiter/shared-rate-limiter.ts'
import { WorkerWindows } from './shared-rate-limiter/worker-windows.ts'

export interface RateLimiterParts {
  /** The server that counts for all nodes. Undefined: each machine counts for itself. */
  readonly redisUrl: string | undefined
  /** The channel to the primary process of a worker. Undefined in a server with one process. */
  readonly primary: PrimaryLink | undefined
  /** Longest wait of a request for its count in Redis, in milliseconds. */
  readonly answerMs: number
  readonly nodes: number
  readonly workers: number
  readonly clock: Clock
  readonly log: Log
}

/** The primary process is on this machine: only a hanging one misses this limit, even on a busy machine. */
const PRIMARY_ANSWER_MS = 2000

/** Counts in Redis if configured, or else in the primary process if there is one, or else in this process. */
export async function openRateLimiter(parts: RateLimiterParts): Promise<RateLimiter> {
  const { redisUrl, primary, answerMs, nodes, workers, clock, log } = parts
  if (redisUrl !== undefined) {
    // Loaded only if it is configured.
    const { ValkeyWindows } = await import('./valkey/valkey-windows.ts')
    const windows = new ValkeyWindows(redisUrl)
    const place = 'Redis (PLEAT_REDIS_URL)'
    return new SharedRateLimiter({ windows, clock, log, place, answerMs, leastNodes: nodes * workers })
  }
  if (primary === undefined) return new MemoryRateLimiter(clock)
  const windows = new WorkerWindows(primary)
  const place = 'The primary process'
  return new SharedRateLimiter({ windows, clock, log, place, answerMs: PRIMARY_ANSWER_MS, leastNodes: workers })
}
