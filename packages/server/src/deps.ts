import {
  createMessageMemo,
  createSameMeaning,
  createStaticVectors,
  createTokenMemo,
  encodingOf,
  type Hash,
  type MessageMemo,
  type SameMeaning,
  type StaticVectors,
  type TokenMemo,
} from '@pleat/core'
import { createLog } from './adapters/log.ts'
import { MemoryRateLimiter } from './adapters/memory-rate-limiter.ts'
import { shortSha256 } from './adapters/sha256.ts'
import { openSqliteStore } from './adapters/sqlite/open-sqlite-store.ts'
import { readStaticVectorTable } from './adapters/static-vectors-file.ts'
import { createTokenWorker } from './adapters/token-worker.ts'
import { createTranscriptWorker } from './adapters/transcript-worker.ts'
import { HttpUpstream } from './adapters/upstream/http-upstream.ts'
import { BuiltTagClouds, NO_TAG_CLOUDS, type TagClouds } from './cloud/tag-clouds.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { type CredentialVault, createCredentialVault } from './money/credentials.ts'
import { loadPrices } from './money/price-file.ts'
import type { PriceList } from './money/prices.ts'
import type { Clock, Log, RateLimiter, TokenWorker, Upstream } from './ports.ts'
import { CacheHabits } from './proxy/cache-habits.ts'
import { Calibrations } from './proxy/calibrations.ts'
import { type Counters, createCounters } from './proxy/counters.ts'
import { RecentBodies } from './proxy/recent-bodies.ts'
import { Sessions } from './proxy/sessions.ts'
import { UsageRecorder } from './proxy/usage-recorder.ts'
import type { Store } from './store-port.ts'
import type { TranscriptWorker } from './transcript-port.ts'

/** Everything the server is made of. Rooms take the few of these that they need. */
export interface Deps {
  readonly config: Config
  readonly secrets: Secrets
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
  readonly store: Store
  readonly credentials: CredentialVault
  readonly rateLimiter: RateLimiter
  readonly upstream: Upstream
  readonly hash: Hash
  readonly hashBytes: (bytes: Uint8Array) => string
  /** Meanings of words; undefined when the table cannot be read, and then recall goes by words alone. */
  readonly vectors: StaticVectors | undefined
  readonly messageMemo: MessageMemo
  readonly recentBodies: RecentBodies
  readonly tokenMemo: TokenMemo
  readonly tokenWorker: TokenWorker
  readonly transcriptWorker: TranscriptWorker
  readonly prices: PriceList
  readonly counters: Counters
  readonly sessions: Sessions
  readonly clouds: TagClouds
  readonly calibrations: Calibrations
  readonly cacheHabits: CacheHabits
  readonly usage: UsageRecorder
  readonly lifecycle: Lifecycle
  /** Writes down what is still in memory, then closes what is open. */
  close(): Promise<void>
}

/** Where the server is in its life. */
export interface Lifecycle {
  isClosing: boolean
}

/** Parts that a test, or another kind of installation, puts in place of the usual ones. They are closed like those. */
export type DepsOverrides = Partial<
  Pick<Deps, 'clock' | 'log' | 'store' | 'rateLimiter' | 'upstream' | 'tokenWorker' | 'transcriptWorker'> & {
    limits: Partial<Limits>
  }
>

/** What is remembered of messages, and of the counts of texts, by their hashes: some hundred thousand of each. */
const MEMO_BYTES = { messages: 64 * 1024 * 1024, tokens: 24 * 1024 * 1024 }

/** Puts the server together: the one place that knows which adapter stands behind which port. */
export async function createDeps(config: Config, secrets: Secrets, overrides: DepsOverrides = {}): Promise<Deps> {
  const prices = loadPrices(config.pricesFile)
  const clock = overrides.clock ?? { now: Date.now }
  const log = overrides.log ?? createLog(config.logLevel)
  const store = overrides.store ?? (await openSqliteStore({ ...config, clock }))
  const upstream = overrides.upstream ?? new HttpUpstream()
  const tokenWorker = overrides.tokenWorker ?? createTokenWorker()
  const transcriptWorker = overrides.transcriptWorker ?? createTranscriptWorker()
  const counters = createCounters()
  const hash = shortSha256
  const sessions = new Sessions({ store: store.sessions, clock, hash, log, counters })
  const meaning = loadMeaning(log)
  const limits = { ...DEFAULT_LIMITS, maxBodyBytes: config.maxBodyBytes, ...overrides.limits }
  const cloudDeps = { store: store.clouds, clock, log, counters, sameMeaning: meaning?.sameMeaning }
  const clouds = config.hasTagClouds
    ? new BuiltTagClouds({ ...cloudDeps, lifetimeMs: limits.sessionLifetimeMs })
    : await forgetClouds(store, log)
  const calibrations = new Calibrations(store.calibration, log)
  const usage = new UsageRecorder({ store: store.usage, log, counters })
  await calibrations.load()
  // Its table takes a moment to build, which should not be the first request's.
  encodingOf('o200k')
  return {
    config,
    secrets,
    limits,
    clock,
    log,
    store,
    credentials: createCredentialVault({ store: store.credentials, secret: secrets.sealingSecret, clock }),
    rateLimiter: overrides.rateLimiter ?? new MemoryRateLimiter(clock),
    upstream,
    hash,
    hashBytes: shortSha256,
    vectors: meaning?.vectors,
    messageMemo: createMessageMemo(MEMO_BYTES.messages),
    recentBodies: new RecentBodies(),
    tokenMemo: createTokenMemo(MEMO_BYTES.tokens),
    tokenWorker,
    transcriptWorker,
    prices,
    counters,
    sessions,
    clouds,
    calibrations,
    cacheHabits: new CacheHabits(),
    usage,
    lifecycle: { isClosing: false },
    async close() {
      await usage.flush()
      await calibrations.save()
      await sessions.close()
      // After the sessions, since a cloud is only kept with its session.
      await clouds.flush()
      await upstream.close()
      await tokenWorker.close()
      await transcriptWorker.close()
      await store.close()
    },
  }
}

interface Meaning {
  readonly vectors: StaticVectors
  readonly sameMeaning: SameMeaning
}

function loadMeaning(log: Log): Meaning | undefined {
  try {
    const table = readStaticVectorTable()
    const vectors = createStaticVectors(table)
    return { vectors, sameMeaning: createSameMeaning(vectors, table.vocabulary) }
  } catch (error) {
    log.error({ error }, 'The table of static vectors could not be read; recall goes by words alone.')
    return undefined
  }
}

/** Who turns the clouds off wants no words stored: those of before go as well. */
async function forgetClouds(store: Store, log: Log): Promise<TagClouds> {
  try {
    await store.clouds.clear()
  } catch (error) {
    log.error({ error }, 'The tag clouds stored before could not be removed.')
  }
  return NO_TAG_CLOUDS
}
