import { availableParallelism } from 'node:os'
import { encodingOf, type Hash } from '@pleat/core'
import { createSharedOutput } from './adapters/buffered-output.ts'
import { createLog } from './adapters/log.ts'
import { openRateLimiter } from './adapters/open-rate-limiter.ts'
import { openSnapshots } from './adapters/open-snapshots.ts'
import { openStore } from './adapters/open-store.ts'
import { shortSha256 } from './adapters/sha256.ts'
import { ThreadedCompression } from './adapters/threads/threaded-compression.ts'
import { ThreadedTranscripts } from './adapters/threads/threaded-transcripts.ts'
import { UndiciUpstream } from './adapters/upstream/undici-upstream.ts'
import { createUndiciWebhook } from './adapters/webhook/undici-webhook.ts'
import { AlertWatch } from './alerts/alert-watch.ts'
import { FailureWatch } from './alerts/failure-watch.ts'
import type { CloudStore } from './cloud/cloud-port.ts'
import { sealClouds } from './cloud/sealed-clouds.ts'
import type { PrimaryLink } from './cluster/calls.ts'
import { RemoteSessions } from './cluster/remote-sessions.ts'
import type { Compression } from './compression/compression-port.ts'
import { InlineReader } from './compression/inline-reader.ts'
import type { Snapshots } from './compression/snapshot-port.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { PriceModel } from './config/upstream-route.ts'
import { loadWindows } from './config/window-file.ts'
import { BodyBudget } from './gate/body-budget.ts'
import type { RateLimiter } from './gate/rate-limiter-port.ts'
import { type Limits, limitsOf } from './limits.ts'
import { sealingSecrets } from './money/check-secret.ts'
import { type CredentialVault, createCredentialVault } from './money/credentials.ts'
import { loadPrices } from './money/price-file.ts'
import type { PriceList } from './money/prices.ts'
import { Spending } from './money/spending.ts'
import { RequestMetrics } from './observability/request-metrics.ts'
import type { Telemetry } from './observability/telemetry-port.ts'
import type { Clock, Log, ParentLog } from './ports.ts'
import { prepareStore } from './prepare-store.ts'
import { CacheHabits } from './proxy/cache-habits.ts'
import { Calibrations } from './proxy/calibrations.ts'
import { ContextWindows } from './proxy/context-windows.ts'
import { type Counters, createCounters } from './proxy/counters.ts'
import { DirectBills } from './proxy/direct-bills.ts'
import type { HoldoutEntry } from './proxy/holdout-port.ts'
import type { SessionRegistry } from './proxy/session-registry.ts'
import { Sessions } from './proxy/sessions.ts'
import { SharedObjects } from './proxy/shared-objects.ts'
import { Treatments } from './proxy/treatment.ts'
import { TurnRecorder } from './proxy/turn-recorder.ts'
import type { Upstream } from './proxy/upstream-port.ts'
import { UsageRecorder } from './proxy/usage-recorder.ts'
import { WriteBatch } from './proxy/write-batch.ts'
import type { TranscriptWorker } from './routes/transcript-port.ts'
import type { Store } from './store-port.ts'

/** All dependencies of the server. A room declares the few that it needs. */
export interface Deps {
  readonly config: Config
  readonly secrets: Secrets
  readonly limits: Limits
  readonly clock: Clock
  readonly log: ParentLog
  readonly store: Store
  readonly credentials: CredentialVault
  readonly rateLimiter: RateLimiter
  readonly bodyBudget: BodyBudget
  readonly upstream: Upstream
  readonly hash: Hash
  readonly compression: Compression
  /** Fold states that all nodes share; undefined if they share none. */
  readonly snapshots: Snapshots | undefined
  readonly inlineReader: InlineReader
  readonly transcriptWorker: TranscriptWorker
  readonly prices: PriceList
  readonly windows: ContextWindows
  readonly counters: Counters
  readonly metrics: RequestMetrics
  /** Undefined if telemetry is not exported. */
  readonly telemetry: Telemetry | undefined
  readonly sessions: SessionRegistry
  /** Tag clouds, which are decrypted when they are read from the store. */
  readonly storedClouds: CloudStore
  readonly calibrations: Calibrations
  readonly cacheHabits: CacheHabits
  readonly usage: UsageRecorder
  readonly spending: Spending
  /** Session figures for the comparison of folded and held-out sessions. */
  readonly comparison: WriteBatch<HoldoutEntry>
  readonly treatments: Treatments
  readonly turns: TurnRecorder
  readonly bills: DirectBills
  /** Prices of cached input by upstream name. */
  readonly upstreamPrices: ReadonlyMap<string, PriceModel>
  readonly sharedObjects: SharedObjects
  /** Undefined if alerts are disabled. */
  readonly alerts: AlertWatch | undefined
  readonly lifecycle: Lifecycle
  /** The primary process with the workers' shared state; undefined in a server of one process. */
  readonly primary: PrimaryLink | undefined
  /** Writes pending data, then closes all resources. */
  close(): Promise<void>
}

/** The phase of the server's life. */
export interface Lifecycle {
  /** Stopping: no longer ready, but still serving. */
  isDraining: boolean
  /** Serves no new requests. */
  isClosing: boolean
}

/** Replacements for adapters, in tests or other kinds of installation. They are closed with the server. */
export type DepsOverrides = Partial<
  Pick<
    Deps,
    'clock' | 'log' | 'telemetry' | 'store' | 'rateLimiter' | 'upstream' | 'compression' | 'transcriptWorker'
  > & {
    limits: Partial<Limits>
  }
>

const MAX_THREADS = 4

/** Compression threads of one process: each event loop needs one core, and the workers share the others. */
function threadsOf(workers: number): number {
  return Math.max(1, Math.min(MAX_THREADS, Math.floor((availableParallelism() - workers) / workers)))
}

/** The HTTP client for the providers. Stray bytes are logged, since a broken provider or intermediary sends them. */
function openUpstream({ config, secrets, log }: { config: Config; secrets: Secrets; log: Log }): Upstream {
  return new UndiciUpstream({
    connections: config.upstreamConnections,
    proxy: secrets.proxy,
    onViolation: (origin) => {
      log.warn({ origin }, 'A provider sent bytes that no request asked for. Connections to it serve one request each.')
    },
  })
}

/**
 * Composes the server: chooses the adapter of each port. `primary-deps` does the same for the primary process.
 * @param primary the link to the primary process, in a worker.
 */
export async function createDeps(
  config: Config,
  secrets: Secrets,
  overrides: DepsOverrides = {},
  primary?: PrimaryLink,
): Promise<Deps> {
  const prices = loadPrices(config.pricesFile)
  const { caches } = prices
  const ownWindows = loadWindows(config.windowsFile)
  const clock = overrides.clock ?? { now: Date.now }
  const log = overrides.log ?? createLog(config.logLevel, primary && createSharedOutput())
  const isAlone = primary === undefined
  const { databaseUrl } = secrets
  const store = overrides.store ?? (await openStore({ ...config, databaseUrl, clock, log, checksIntegrity: isAlone }))
  if (isAlone) await prepareStore(store, { config, secrets, log })
  const storedClouds = sealClouds(store.clouds, sealingSecrets(secrets))
  const upstream = overrides.upstream ?? openUpstream({ config, secrets, log })
  const transcriptWorker = overrides.transcriptWorker ?? new ThreadedTranscripts({ log })
  const counters = createCounters()
  const hash = shortSha256
  const sessions = isAlone
    ? new Sessions({ store: store.sessions, clock, hash, log, counters })
    : new RemoteSessions({ link: primary, clock, hash, log, counters })
  const telemetry = overrides.telemetry ?? (await openTelemetry(config, secrets, log))
  const limits = { ...limitsOf(config), ...overrides.limits }
  const { redisUrl } = secrets
  const sharing = { redisUrl, answerMs: limits.snapshotMs, secrets: sealingSecrets(secrets), log }
  const snapshots = await openSnapshots({ ...config.retention, ...sharing })
  const compression =
    overrides.compression ??
    new ThreadedCompression({
      threads: threadsOf(isAlone ? 1 : config.workers),
      foldBytes: config.foldBytes,
      hasClouds: config.hasTagClouds,
      caches,
      foldTimeoutMs: limits.foldTimeoutMs,
      store: storedClouds,
      snapshots,
      log,
      counters,
    })
  const inlineReader = new InlineReader({ hash, hashBytes: shortSha256, caches, log, counters, compression })
  const counting = { redisUrl, answerMs: limits.sharedWindowMs, nodes: config.nodes }
  const rateLimiter =
    overrides.rateLimiter ?? (await openRateLimiter({ ...counting, primary, workers: config.workers, clock, log }))
  const calibrations = new Calibrations(store.calibration, log)
  const onFailure = () => counters.add('record_failed')
  const usage: UsageRecorder = new UsageRecorder({
    store: store.usage,
    log,
    onFailure,
    onEntry: (entry) => spending.note(entry),
  })
  const spending = new Spending({ read: (keyId, days, found) => usage.readBill(keyId, days, found), clock, log })
  const comparison = new WriteBatch<HoldoutEntry>({
    write: (all) => store.holdout.add(all),
    what: 'figures of the holdout',
    log,
    onFailure,
  })
  const sharedObjects = new SharedObjects({ store: store.objects, hash, clock, log, onFailure })
  const turns = new TurnRecorder({ store: store.turns, clock, log, counters })
  const metrics = new RequestMetrics({ prices, addresses: config.providerAddresses })
  const alerts = createAlerts({ config, secrets, limits, store, metrics, counters, clock, log })
  await calibrations.load()
  // Builds the table of the encoding now, so that the first request does not wait for it.
  encodingOf('o200k')
  return {
    config,
    secrets,
    limits,
    clock,
    log,
    store,
    bodyBudget: new BodyBudget({ maxBytes: config.maxBodiesBytes, maxBytesPerAccount: config.maxBodiesBytes / 2 }),
    credentials: createCredentialVault({ store: store.credentials, ...sealingSecrets(secrets), clock }),
    rateLimiter,
    upstream,
    hash,
    compression,
    snapshots,
    inlineReader,
    transcriptWorker,
    prices,
    windows: new ContextWindows(ownWindows, calibrations),
    counters,
    metrics,
    telemetry,
    sessions,
    storedClouds,
    calibrations,
    cacheHabits: new CacheHabits(),
    usage,
    spending,
    comparison,
    treatments: new Treatments({ ...config, hash }),
    turns,
    bills: new DirectBills(prices),
    upstreamPrices: new Map(config.upstreams.map((route) => [route.name, route.prices])),
    sharedObjects,
    primary,
    alerts,
    lifecycle: { isDraining: false, isClosing: false },
    async close() {
      await alerts?.close()
      await telemetry?.close()
      await usage.flush()
      await comparison.flush()
      await sharedObjects.flush()
      await turns.flush()
      await calibrations.save()
      await sessions.close()
      // After the sessions, since a cloud is kept only with its session.
      await inlineReader.flush()
      await compression.close()
      await snapshots?.close()
      await upstream.close()
      await rateLimiter.close?.()
      await transcriptWorker.close()
      await store.close()
    },
  }
}

/** Starts the watch for alerts; undefined if no webhook is configured. */
function createAlerts({
  config: { alerts },
  secrets: { alertWebhook, proxy },
  limits,
  ...parts
}: Pick<Deps, 'config' | 'secrets' | 'limits' | 'store' | 'metrics' | 'counters' | 'clock' | 'log'>):
  | AlertWatch
  | undefined {
  if (!alertWebhook) return undefined
  const { url, secret } = alertWebhook
  const watch = new AlertWatch({
    ...parts,
    failures: new FailureWatch(parts, alerts),
    webhook: createUndiciWebhook({ url, proxy }),
    secret,
    thresholds: alerts.thresholds,
    everyMs: limits.alertCheckMs,
  })
  watch.start()
  return watch
}

/** Imported on demand, since it would add a tenth to the memory of a server without export. */
async function openTelemetry(config: Config, secrets: Secrets, log: Log): Promise<Telemetry | undefined> {
  const { telemetry: settings, providerAddresses: addresses } = config
  if (settings === undefined) return undefined
  const { OtlpTelemetry } = await import('./adapters/telemetry/otlp-telemetry.ts')
  const headers = secrets.otlpHeaders ?? { traces: {}, metrics: {} }
  return new OtlpTelemetry({ settings, headers, addresses, log })
}
