import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { dataDirectoryError, openDataDirectory } from './data-directory.ts'
import { publishFile } from './publish-file.ts'
import { readUpstreamKeys } from './upstreams.ts'
import { presentVariables, SECRET_SETTINGS } from './variables.ts'

/** Values that must never be logged, printed, or sent to anybody but their owner. */
export interface Secrets {
  /** The server's own keys by upstream name. */
  readonly providerKeys: Readonly<Record<string, string>>
  /** URL of PostgreSQL, with a password; absent: SQLite in the data directory. */
  readonly databaseUrl?: string
  /** Encrypts provider keys of accounts and tag clouds at rest. */
  readonly sealingSecret: string
  /** Secrets used before. Their data is sealed again with `sealingSecret`. */
  readonly previousSecrets?: readonly string[]
  /** Opens the admin API; absent: it is closed. */
  readonly adminToken?: string
  /** Opens `GET /metrics`; absent: metrics are only on a separate port. */
  readonly metricsToken?: string
  /** URL of Valkey or Redis for shared rate limits and fold states; may contain a password. */
  readonly redisUrl?: string
  /** Headers for the collector of traces and of metrics. */
  readonly otlpHeaders?: {
    readonly traces: Readonly<Record<string, string>>
    readonly metrics: Readonly<Record<string, string>>
  }
  /** Address and signing secret of alerts; the address may contain a token. */
  readonly alertWebhook?: { readonly url: string; readonly secret: string }
  /** Proxies to the providers; their addresses may contain passwords. */
  readonly proxy?: ProxyAddresses
}

/** The proxy for origins of each scheme, and the hosts that are reached without one. */
export interface ProxyAddresses {
  readonly http: string | undefined
  /** Absent: the proxy for http. */
  readonly https: string | undefined
  /** Separated by commas or spaces. */
  readonly none: string | undefined
}

const SECRETS = z.object(SECRET_SETTINGS)

const SHARED_SECRET =
  'PLEAT_SECRET must be set together with PLEAT_DATABASE_URL: every server of one database needs the same secret'

/**
 * Reads the secrets from `record`. Without PLEAT_SECRET, it reads or generates the secret in the data directory.
 * @param options.generates false for a command that opens sealed data: a new secret opens none.
 * @throws {ConfigError} that names every invalid variable, never its value, or the secret that is missing.
 */
export function readSecrets(
  record: Readonly<Record<string, string | undefined>>,
  dataDir: string,
  { generates = true }: { generates?: boolean } = {},
): Secrets {
  const present = presentVariables(record)
  const parsed = SECRETS.safeParse(present)
  const upstreams = readUpstreamKeys(present.PLEAT_UPSTREAMS, present)
  const issues = parsed.error?.issues ?? []
  const problems = [...issues.map(({ path, message }) => `${path.join('.')} ${message}`), ...upstreams.problems]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const { OPENAI_API_KEY: openai, ANTHROPIC_API_KEY: anthropic, PLEAT_SECRET: given } = parsed.data
  const { PLEAT_ADMIN_TOKEN: adminToken, PLEAT_METRICS_TOKEN: metricsToken, PLEAT_REDIS_URL: redisUrl } = parsed.data
  const { PLEAT_ALERT_URL: alertUrl, PLEAT_ALERT_SECRET: alertSecret, PLEAT_DATABASE_URL: databaseUrl } = parsed.data
  // With generated secrets, no server could open data that another one has sealed.
  if (databaseUrl !== undefined && given === undefined) throw new ConfigError([SHARED_SECRET])
  const sealingSecret = given ?? storedSecret(dataDir, generates)
  // Before PLEAT_SECRET was set for the first time, data was sealed with the generated secret.
  const before = [
    parsed.data.PLEAT_SECRET_PREVIOUS,
    given === undefined ? undefined : readIfExists(secretPath(dataDir)),
  ]
  const isUsable = (secret?: string): secret is string => (secret?.length ?? 0) >= 16 && secret !== sealingSecret
  return {
    providerKeys: {
      ...Object.fromEntries(upstreams.found),
      ...(openai && { openai }),
      ...(anthropic && { anthropic }),
    },
    ...(databaseUrl !== undefined && { databaseUrl }),
    sealingSecret,
    previousSecrets: before.filter(isUsable),
    ...(adminToken !== undefined && { adminToken }),
    ...(metricsToken !== undefined && { metricsToken }),
    ...(redisUrl !== undefined && { redisUrl }),
    ...(alertUrl && alertSecret && { alertWebhook: { url: alertUrl, secret: alertSecret } }),
    ...otlpHeadersOf(parsed.data),
    ...proxyOf(parsed.data),
  }
}

function otlpHeadersOf(variables: z.infer<typeof SECRETS>): Pick<Secrets, 'otlpHeaders'> {
  const { OTEL_EXPORTER_OTLP_HEADERS: both } = variables
  const { OTEL_EXPORTER_OTLP_TRACES_HEADERS: traces, OTEL_EXPORTER_OTLP_METRICS_HEADERS: metrics } = variables
  if (both === undefined && traces === undefined && metrics === undefined) return {}
  return { otlpHeaders: { traces: { ...both, ...traces }, metrics: { ...both, ...metrics } } }
}

/** The lower-case name takes precedence, as in curl and undici. */
function proxyOf(variables: z.infer<typeof SECRETS>): { proxy?: ProxyAddresses } {
  const http = variables.http_proxy ?? variables.HTTP_PROXY
  const https = variables.https_proxy ?? variables.HTTPS_PROXY
  if (http === undefined && https === undefined) return {}
  return { proxy: { http, https, none: variables.no_proxy ?? variables.NO_PROXY } }
}

/** Path of the generated secret, which is used without PLEAT_SECRET. */
export function secretPath(dataDir: string): string {
  return join(resolve(dataDir), 'secret')
}

/** True if PLEAT_SECRET is set, so that no file is needed. */
export function hasGivenSecret(record: Readonly<Record<string, string | undefined>>): boolean {
  return presentVariables(record).PLEAT_SECRET !== undefined
}

/** PLEAT_DATABASE_URL of valid variables; undefined: the store is SQLite in the data directory. */
export function databaseUrlIn(record: Readonly<Record<string, string | undefined>>): string | undefined {
  return presentVariables(record).PLEAT_DATABASE_URL
}

function storedSecret(dataDir: string, generates: boolean): string {
  const directory = openDataDirectory(dataDir)
  const path = secretPath(dataDir)
  try {
    const stored = readIfExists(path) ?? (generates ? createSecret(path) : missingSecret(path))
    if (stored.length < 16) throw new Error('the file "secret" in it is shorter than 16 characters')
    return stored
  } catch (cause) {
    throw cause instanceof ConfigError ? cause : dataDirectoryError(directory, cause)
  }
}

function missingSecret(path: string): never {
  throw new ConfigError([`PLEAT_SECRET is not set, and ${path} does not exist; set PLEAT_SECRET as for the server`])
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Writes a draft and publishes it, so that one of two processes wins and none reads an incomplete secret. */
function createSecret(path: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    const secret = `${randomBytes(32).toString('base64url')}\n`
    writeFileSync(draft, secret, { flag: 'wx', mode: 0o600, flush: true })
    publishFile(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
