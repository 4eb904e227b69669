import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import type { MetricsSnapshot, PrimaryLink } from './cluster/calls.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { createDeps, type Deps, type DepsOverrides } from './deps.ts'
import type { MetricsPage } from './observability/metrics-page.ts'
import { type MetricsServer, startMetricsServer } from './observability/metrics-server.ts'
import { stopServer } from './stop-server.ts'

/** A running server. */
export interface RunningServer {
  /** Its address, without a trailing slash. */
  readonly url: string
  /** Address of the metrics; undefined if they have no separate port. */
  readonly metricsUrl: string | undefined
  readonly deps: Deps
  /** A snapshot of its metrics, which the primary process adds up over its workers; null if metrics are disabled. */
  metrics(): Promise<MetricsSnapshot | null>
  /** Refuses new requests, finishes running ones, then closes everything. Repeated calls share one stop. */
  close(): Promise<void>
}

const FORGET_INTERVAL_MS = 60 * 60_000

/** Starts the server; resolves when it accepts connections. */
export async function startServer(options: {
  config: Config
  secrets: Secrets
  overrides?: DepsOverrides
  /** The primary of a worker, which serves the metrics and removes expired data. */
  primary?: PrimaryLink
}): Promise<RunningServer> {
  const { config, primary } = options
  const deps = await createDeps(config, options.secrets, options.overrides, primary)
  const app = createApp(deps)
  let metricsServer: MetricsServer | undefined
  try {
    await app.framework.ready()
    app.server.listen(config.port, config.host)
    await once(app.server, 'listening')
    if (primary === undefined) metricsServer = await openMetricsServer(deps, app.metricsPage)
  } catch (error) {
    app.server.close()
    await deps.close()
    throw error
  }
  const forgetting = primary === undefined ? forgetOldHourly(deps) : undefined
  let closed: Promise<void> | undefined
  return {
    url: urlOf(config.host, app.server.address() as AddressInfo),
    metricsUrl: metricsServer && `${urlOf(config.host, metricsServer)}/metrics`,
    deps,
    metrics: async () => (await app.metricsPage?.snapshot()) ?? null,
    close() {
      clearInterval(forgetting)
      closed ??= stopServer(deps, app)
        .finally(() => metricsServer?.close())
        .finally(() => deps.close())
      return closed
    },
  }
}

/** Metrics remain available while the last responses finish. */
export async function openMetricsServer(
  { config, secrets, log }: Pick<Deps, 'config' | 'secrets' | 'log'>,
  metricsPage: MetricsPage | undefined,
): Promise<MetricsServer | undefined> {
  const { host, metricsPort: port } = config
  if (port === undefined || metricsPage === undefined) return undefined
  try {
    return await startMetricsServer({ host, port, token: secrets.metricsToken, page: metricsPage, log })
  } catch (cause) {
    throw new Error(`PLEAT_METRICS_PORT: port ${port} of ${host} cannot be used: ${(cause as Error).message}`, {
      cause,
    })
  }
}

/** The address of a server, without a trailing slash. */
export function urlOf(host: string, { port }: { readonly port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The UTC day of a time, as usage is stored. */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Removes expired data every hour, until the timer is cleared. */
export function forgetOldHourly(deps: Pick<Deps, 'store' | 'clock' | 'limits' | 'log'>): NodeJS.Timeout {
  return setInterval(() => void forgetOld(deps), FORGET_INTERVAL_MS).unref()
}

async function forgetOld({
  store,
  clock,
  limits,
  log,
}: Pick<Deps, 'store' | 'clock' | 'limits' | 'log'>): Promise<void> {
  try {
    await store.sessions.forget(clock.now() - limits.sessionLifetimeMs)
    await store.turns.forget(clock.now() - limits.turnLifetimeMs)
    await store.objects.forgetExpired(clock.now())
    if (limits.usageLifetimeMs !== undefined) await store.usage.forget(dayOf(clock.now() - limits.usageLifetimeMs))
    await store.accounts.sweepDeleted()
    await store.holdout.forget(clock.now() - limits.comparisonLifetimeMs)
    await store.alerts.forget(clock.now() - limits.alertLifetimeMs)
  } catch (error) {
    log.warn({ error }, 'Expired sessions, usage and objects could not be removed.')
  }
}
