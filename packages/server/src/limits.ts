import type { Config } from './config/config.ts'

/** Bounds on sizes in bytes and times in milliseconds that protect the server from its clients. */
export interface Limits {
  /** Largest request body in bytes, on the wire and decoded. */
  readonly maxBodyBytes: number
  /** Largest body of a request that is passed through while it arrives, in bytes. */
  readonly maxPassThroughBytes: number
  /** How long a client may take for its body. */
  readonly uploadTimeoutMs: number
  /** How long a client may send nothing of a body that is passed through while it arrives. */
  readonly stalledUploadMs: number
  /** How long a client may take for a body that is passed through while it arrives. */
  readonly passThroughUploadMs: number
  /** How long a client may take for its headers. */
  readonly headersTimeoutMs: number
  /** Interval between checks of header times and idle connections. */
  readonly connectionsCheckMs: number
  /** How long an idle connection is kept. It must exceed the idle time of load balancers, which reuse connections. */
  readonly keepAliveTimeoutMs: number
  /** How long a client may keep sending after its response. */
  readonly lingerMs: number
  /** How long a client may read nothing of its response. */
  readonly stalledClientMs: number
  /** How long an upstream may take for its list of models, where several lists are merged. */
  readonly modelListMs: number
  /** How long a request waits for its fold before it is sent unchanged. */
  readonly foldTimeoutMs: number
  /** How long a request waits for its count in a rate limit that several processes share. */
  readonly sharedWindowMs: number
  /** How long the first request of an unknown conversation waits for the snapshot of another node. */
  readonly snapshotMs: number
  /** How long a stopping server continues to serve, so that load balancers notice first. */
  readonly drainDelayMs: number
  /** How long responses in flight may take after that. */
  readonly shutdownTimeoutMs: number
  /** How long a session is kept after its last use. */
  readonly sessionLifetimeMs: number
  /** How long each request of a session is kept as counts. */
  readonly turnLifetimeMs: number
  /** How long counts of usage are kept; undefined: for good. */
  readonly usageLifetimeMs: number | undefined
  /** How long the figures of a session are kept by which folded and held-out sessions are compared. */
  readonly comparisonLifetimeMs: number
  /** Interval between checks of budgets and failures for alerts. */
  readonly alertLookMs: number
  /** How long a sent alert is remembered: longer than any period of a budget. */
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
  alertLookMs: 30_000,
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
