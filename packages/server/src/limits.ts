import type { Config } from './config/config.ts'

/** Sizes and times that bound what a client can make the server do. Times in milliseconds. */
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
  /** How often the times for headers and idle connections are checked. */
  readonly connectionsCheckMs: number
  /** How long an idle connection is kept: longer than load balancers keep theirs, so that it is never us who hang up. */
  readonly keepAliveTimeoutMs: number
  /** How long a client that is still sending is listened to after its answer. */
  readonly lingerMs: number
  /** How long a client may take nothing of an answer that waits for it. */
  readonly stalledClientMs: number
  /** How long an upstream may take for its list of models, where several lists are merged. */
  readonly modelListMs: number
  /** How long a request waits for its fold before it is sent unchanged. */
  readonly foldTimeoutMs: number
  /** How long a request waits for its place in a window of the rate limit that several processes share. */
  readonly sharedWindowMs: number
  /** How long a request of a conversation that this node does not know waits for the snapshot of another node. */
  readonly snapshotMs: number
  /** How long a server that is asked to stop goes on serving, so that load balancers notice first. */
  readonly drainDelayMs: number
  /** How long answers under way may take to finish once it serves no more. */
  readonly shutdownTimeoutMs: number
  /** How long a session is kept after its last use. */
  readonly sessionLifetimeMs: number
  /** How long each request of a session is kept as counts. */
  readonly turnLifetimeMs: number
  /** How long counts of usage are kept; undefined: for good. */
  readonly usageLifetimeMs: number | undefined
  /** How long the figures of a session are kept by which folded and held-out sessions are compared. */
  readonly comparisonLifetimeMs: number
  /** How often budgets and failures are looked at for alerts. */
  readonly alertLookMs: number
  /** How long it is remembered that an alert was sent: longer than any window of a budget. */
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

/** The limits that the operator sets, and the usual ones. */
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
