import { z } from 'zod'
import { baseAddress } from './base-address.ts'
import { closestName } from './closest-name.ts'
import { ConfigError } from './config-error.ts'
import { type ProviderAddress, providerAddresses } from './provider-addresses.ts'
import { SECRET_FILE_NAMES, secretFileWarnings } from './secret-files.ts'
import { settingWarnings } from './setting-warnings.ts'
import { genAiNamesOf, TELEMETRY_SETTINGS, type TelemetrySettings, telemetryOf } from './telemetry-settings.ts'
import type { UpstreamRoute } from './upstream-route.ts'
import { defaultUpstream, readUpstreams, unusedUpstreams } from './upstreams.ts'
import { type LogLevel, presentVariables, SECRET_SETTINGS, SETTINGS } from './variables.ts'

/** The server's settings without its secrets (see `secrets`). */
export interface Config {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** The path as configured, relative to the working directory. */
  readonly dataDir: string
  /** Connections to PostgreSQL at a time. */
  readonly databaseConnections: number
  /** Milliseconds for which known keys are accepted while PostgreSQL does not respond. */
  readonly databaseGraceMs: number
  /** Upstreams; the first match takes a request. The last ones are the defaults of each API. */
  readonly upstreams: readonly UpstreamRoute[]
  /** Requests per minute of a key for which no limit is set. */
  readonly requestsPerMinute: number
  /** Processes that share the port. */
  readonly workers: number
  /** True if the server folds a sample conversation after its start, so that the first real one is not slow. */
  readonly warmsUp: boolean
  /** Least number of nodes, for the share of each while they cannot count requests together. */
  readonly nodes: number
  /** Largest decoded request body in bytes. */
  readonly maxBodyBytes: number
  /** Connections of one account to one provider address. */
  readonly upstreamConnections: number
  /** Memory for request bodies and their copies, in bytes; one account may hold half of it. */
  readonly maxBodiesBytes: number
  /** Memory for fold states of all compression threads, in bytes. */
  readonly foldBytes: number
  /** Connections of clients at a time. */
  readonly maxConnections: number
  /** Prefixes of the providers' other paths that are passed through: `/v1` opens all of them. */
  readonly passThrough: readonly string[]
  /** Largest body of a request that is passed through, in bytes. */
  readonly maxPassThroughBytes: number
  /** Origins of web pages that may call the API; `*` is any. */
  readonly corsOrigins: readonly string[]
  /** Public address of this server, without a trailing slash or `/v1`; undefined: unknown. */
  readonly publicUrl: string | undefined
  /** Address for upgrading a plan, in responses with 402 of `tul1`; undefined: this server's own page. */
  readonly signupUrl: string | undefined
  /** JSON file of prices that override the built-in ones. */
  readonly pricesFile: string | undefined
  /** JSON file of context windows that override the built-in ones. */
  readonly windowsFile: string | undefined
  /** True if sessions have tag clouds, which store words of their conversations. */
  readonly hasTagClouds: boolean
  /** Port for metrics; 0: any free port; undefined: no separate port. */
  readonly metricsPort: number | undefined
  /** Export of traces and metrics; undefined: none. */
  readonly telemetry: TelemetrySettings | undefined
  readonly genAiNames: 'v1.41' | 'latest'
  /** Attributes of upstreams for telemetry, by upstream name. */
  readonly providerAddresses: Readonly<Record<string, ProviderAddress>>
  /** True if the trace context of a request is sent to the provider. */
  readonly forwardsTraces: boolean
  /** `observe`: folds are computed and requests are sent unchanged. */
  readonly mode: 'fold' | 'observe'
  /** Share of the sessions that are never folded, 0 to 1. */
  readonly holdoutShare: number
  /** Lifetimes of stored data in milliseconds. */
  readonly retention: {
    readonly sessionLifetimeMs: number
    readonly turnLifetimeMs: number
    /** Lifetime of a fold state in Redis; 0: none is kept. */
    readonly snapshotLifetimeMs: number
    readonly usageLifetimeMs: number | undefined
    readonly comparisonLifetimeMs: number
  }
  readonly alerts: AlertSettings
  readonly logLevel: LogLevel
  /** Milliseconds for which a stopping server accepts new requests. */
  readonly drainDelayMs: number
  /** Milliseconds that responses in flight may take after the delay. */
  readonly drainTimeoutMs: number
  /** Warnings about unknown variables, readable secrets, doubtful values, and upstreams that take no request. */
  readonly warnings: readonly string[]
}

/** Thresholds of alerts. Their address is a secret. */
export interface AlertSettings {
  /** Shares of a spending limit or a budget, 0 to 1, in rising order. */
  readonly thresholds: readonly number[]
  /** Share of failed requests to a provider that causes an alert, 0 to 1. */
  readonly failureShare: number
  /** Milliseconds before the same failure causes another alert. */
  readonly quietMs: number
}

const MEGABYTE = 1024 * 1024
const DAY_MS = 24 * 60 * 60_000

const UNSIGNED_ALERTS = 'PLEAT_ALERT_URL needs PLEAT_ALERT_SECRET, with which alerts are signed'

const ALL_SETTINGS = z.object({ ...SETTINGS, ...SECRET_SETTINGS, ...TELEMETRY_SETTINGS })

/**
 * Reads the settings from `record`. A blank value counts as absent.
 * @throws {ConfigError} that names every invalid variable, secrets included, and its allowed values.
 */
export function readConfig(record: Readonly<Record<string, string | undefined>>): Config {
  const present = presentVariables(record)
  const parsed = ALL_SETTINGS.safeParse(present)
  const entries = readUpstreams(present.PLEAT_UPSTREAMS)
  const issues = parsed.error?.issues ?? []
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}${shownValueOf(path.join('.'), present)}`),
    ...entries.problems,
    ...(present.PLEAT_ALERT_URL && !present.PLEAT_ALERT_SECRET ? [UNSIGNED_ALERTS] : []),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const settings = parsed.data
  const prices = settings.PLEAT_CACHE_PRICES === 'none' ? ('none' as const) : undefined
  const upstreams = [
    ...entries.found,
    defaultUpstream('openai', settings.PLEAT_OPENAI_URL, prices),
    defaultUpstream('anthropic', settings.PLEAT_ANTHROPIC_URL, prices),
  ]
  return {
    host: settings.PLEAT_HOST,
    port: settings.PLEAT_PORT,
    dataDir: settings.PLEAT_DATA_DIR,
    databaseConnections: settings.PLEAT_DATABASE_CONNECTIONS,
    databaseGraceMs: settings.PLEAT_DATABASE_GRACE * 1000,
    upstreams,
    requestsPerMinute: settings.PLEAT_RPM,
    workers: settings.PLEAT_WORKERS,
    warmsUp: settings.PLEAT_WARM_UP === 'on',
    nodes: settings.PLEAT_NODES,
    maxBodyBytes: settings.PLEAT_MAX_BODY_MB * MEGABYTE,
    maxBodiesBytes: maxBodiesOf(settings) * MEGABYTE,
    foldBytes: settings.PLEAT_FOLD_MEMORY_MB * MEGABYTE,
    upstreamConnections: settings.PLEAT_UPSTREAM_CONNECTIONS,
    maxConnections: settings.PLEAT_MAX_CONNECTIONS,
    passThrough: settings.PLEAT_PASS_THROUGH,
    maxPassThroughBytes: settings.PLEAT_MAX_PASS_THROUGH_MB * MEGABYTE,
    corsOrigins: settings.PLEAT_CORS_ORIGINS,
    publicUrl: publicUrlOf(settings.PLEAT_PUBLIC_URL),
    signupUrl: settings.PLEAT_SIGNUP_URL,
    pricesFile: settings.PLEAT_PRICES,
    windowsFile: settings.PLEAT_WINDOWS,
    hasTagClouds: settings.PLEAT_TAG_CLOUD === 'on',
    metricsPort: settings.PLEAT_METRICS_PORT,
    telemetry: telemetryOf(settings),
    genAiNames: genAiNamesOf(settings),
    providerAddresses: providerAddresses(upstreams),
    forwardsTraces: settings.PLEAT_TRACE_FORWARD === 'on',
    mode: settings.PLEAT_MODE,
    holdoutShare: settings.PLEAT_HOLDOUT,
    retention: {
      sessionLifetimeMs: settings.PLEAT_SESSION_DAYS * DAY_MS,
      turnLifetimeMs: settings.PLEAT_REQUEST_DAYS * DAY_MS,
      snapshotLifetimeMs: settings.PLEAT_SNAPSHOT_MINUTES * 60_000,
      usageLifetimeMs: settings.PLEAT_USAGE_DAYS === undefined ? undefined : settings.PLEAT_USAGE_DAYS * DAY_MS,
      comparisonLifetimeMs: settings.PLEAT_HOLDOUT_DAYS * DAY_MS,
    },
    alerts: {
      thresholds: settings.PLEAT_ALERT_AT,
      failureShare: settings.PLEAT_ALERT_FAILURES,
      quietMs: settings.PLEAT_ALERT_REPEAT_MINUTES * 60_000,
    },
    logLevel: settings.PLEAT_LOG_LEVEL,
    drainDelayMs: settings.PLEAT_DRAIN_DELAY_SECONDS * 1000,
    drainTimeoutMs: settings.PLEAT_DRAIN_SECONDS * 1000,
    warnings: [
      ...unknownVariables(present),
      ...secretFileWarnings(present),
      ...settingWarnings(settings),
      ...unusedUpstreams(entries.found),
    ],
  }
}

/** Characters of a rejected value that are shown. */
const MAX_SHOWN = 100

/** The rejected value of a variable. Secrets, and addresses, which may contain a password, are not shown. */
function shownValueOf(name: string, present: Readonly<Record<string, string>>): string {
  const value = present[name]
  if (value === undefined || !(name in SETTINGS) || name in SECRET_SETTINGS || name.endsWith('_URL')) return ''
  return `, not ${JSON.stringify(value.slice(0, MAX_SHOWN))}`
}

/** The public address, which may be configured with or without `/v1`. */
function publicUrlOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const { origin, path } = baseAddress(value, 'anthropic')
  return origin + path
}

/** Least memory for bodies, in largest bodies. One account may use half of it: a body and three copies. */
const LEAST_LARGEST_BODIES = 8

function maxBodiesOf(settings: { PLEAT_MAX_BODY_MB: number; PLEAT_MAX_BODIES_MB?: number | undefined }): number {
  const { PLEAT_MAX_BODY_MB: one, PLEAT_MAX_BODIES_MB: all } = settings
  const least = one * LEAST_LARGEST_BODIES
  if (all === undefined) return least
  if (all >= least) return all
  throw new ConfigError([
    `PLEAT_MAX_BODIES_MB must be at least ${LEAST_LARGEST_BODIES} times PLEAT_MAX_BODY_MB, ${least}`,
  ])
}

function unknownVariables(present: Readonly<Record<string, string>>): string[] {
  const known = [...Object.keys(ALL_SETTINGS.shape), ...SECRET_FILE_NAMES]
  return Object.keys(present)
    .filter((name) => name.startsWith('PLEAT_') && !known.includes(name))
    .map((name) => {
      const closest = closestName(name, known)
      return `${name} is not a setting of this server${closest ? `; did you mean ${closest}?` : ''}`
    })
}
