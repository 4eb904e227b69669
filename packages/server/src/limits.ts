import type { Config } from './config/config.ts'

/** Bounds on sizes in bytes and times in milliseconds: of requests, of waits, and of stored data. */
export interface Limits {
  /** Largest request body in bytes, on the wire and decoded. */
  readonly maxBodyBytes: number
  /** Largest body of a request that is passed through while it arrives, in bytes. */
  readonly maxPassThroughBytes: number
  /** Time limit for the upload of a body. */
  readonly uploadTimeoutMs: number
  /** Longest pause of a client within a body that is passed through while it arrives. */
  readonly stalledUploadMs: number
  /** Time limit for the upload of a body that is passed through while it arrives. */
  readonly passThroughUploadMs: number
  /** Time limit for the headers of a request. */
  readonly headersTimeoutMs: number
  /** Interval between checks of header times and idle connections. */
  readonly connectionsCheckMs: number
  /** Time for which an idle connection is kept. It must exceed the idle time of load balancers, which reuse connections. */
  readonly keepAliveTimeoutMs: number
  /** Time for which a client may continue to send after its response. */
  readonly lingerMs: number
  /** Longest time for which a client may read nothing of its response. */
  readonly stalledClientMs: number
  /** Time limit for the list of models of an upstream, if several lists are merged. */
  readonly modelListMs: number
  /** Longest wait of a request for its fold. Then it is sent unchanged. */
  readonly foldTimeoutMs: number
  /** Longest wait of a request for its count in a rate limit that several processes share. */
  readonly sharedWindowMs: number
  /** Longest wait of the first request of an unknown conversation for the snapshot of another node. */
  readonly snapshotMs: number
  /** Time for which a stopping server continues to serve, so that load balancers notice first. */
  readonly drainDelayMs: number
  /** Time limit for the responses in progress after `drainDelayMs`. */
  readonly shutdownTimeoutMs: number
  /** Time for which a session is kept after its last use. */
  readonly sessionLifetimeMs: number
  /** Time for which the counts of each request of a session are kept. */
  readonly turnLifetimeMs: number
  /** Time for which counts of usage are kept; undefined: without limit. */
  readonly usageLifetimeMs: number | undefined
  /** Time for which the figures of a session are kept for the comparison of folded and held-out sessions. */
  readonly comparisonLifetimeMs: number
  /** Interval between checks of budgets and failures for alerts. */
  readonly alertCheckMs: number
  /** Time for which a sent alert is remembered: longer than any period of a budget. */
  readonly alertLifetimeMs: number
}

export const DEFAULT_LIMITS: Limits = {
  maxBodyBytes: 32 * 1024 * 1024,
  maxPassThroughBytes: 1024 * 1024 * 1024,
  uploadTimeoutMs: 120_000,
  stalledUploadMs: 120_000,
  passThroughUploadMs: 30 * 60_000,
  headersTimeoutMs: 20_000,
  connectionsCheckMs: 5_000,
  keepAliveTimeoutMs: 90_000,
  lingerMs: 5_000,
  stalledClientMs: 120_000,
  modelListMs: 10_000,
  foldTimeoutMs: 5_000,
  sharedWindowMs: 10,
  snapshotMs: 25,
  drainDelayMs: 0,
  shutdownTimeoutMs: 10 * 60_000,
  sessionLifetimeMs: 7 * 24 * 60 * 60_000,
  turnLifetimeMs: 7 * 24 * 60 * 60_000,
  usageLifetimeMs: undefined,
  comparisonLifetimeMs: 90 * 24 * 60 * 60_000,
  alertCheckMs: 30_000,
  alertLifetimeMs: 400 * 24 * 60 * 60_000,
}

/** The default limits, with those that the operator has configured. */
export function limitsOf(config: Config): Limits {
  return {
    ...DEFAULT_LIMITS,
    maxBodyBytes: config.maxBodyBytes,
    maxPassThroughBytes: config.maxPassThroughBytes,
    drainDelayMs: config.drainDelayMs,
    shutdownTimeoutMs: config.drainTimeoutMs,
    ...config.retention,
  }
}
