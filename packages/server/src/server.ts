import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type App, createApp } from './app.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { createDeps, type Deps, type DepsOverrides } from './deps.ts'
import { type MetricsServer, startMetricsServer } from './observability/metrics-server.ts'
import { stopServer } from './stop-server.ts'

/** A server that is up. */
export interface RunningServer {
  /** Where it answers, without a slash at the end. */
  readonly url: string
  /** Where the metrics are, where they have a port of their own. */
  readonly metricsUrl: string | undefined
  readonly deps: Deps
  /** Refuses what is new, lets what is under way finish, then closes everything. May be called more than once. */
  close(): Promise<void>
}

const FORGET_INTERVAL_MS = 60 * 60_000

/** Starts the server; resolves when it takes connections. */
export async function startServer(options: {
  config: Config
  secrets: Secrets
  overrides?: DepsOverrides
}): Promise<RunningServer> {
  const { config } = options
  const deps = await createDeps(config, options.secrets, options.overrides)
  const app = createApp(deps)
  let metricsServer: MetricsServer | undefined
  try {
    await app.framework.ready()
    app.server.listen(config.port, config.host)
    await once(app.server, 'listening')
    metricsServer = await openMetricsServer(deps, app)
  } catch (error) {
    app.server.close()
    await deps.close()
    throw error
  }
  const forgetting = setInterval(() => void forgetOld(deps), FORGET_INTERVAL_MS).unref()
  let closed: Promise<void> | undefined
  return {
    url: urlOf(config.host, app.server.address() as AddressInfo),
    metricsUrl: metricsServer && `${urlOf(config.host, metricsServer)}/metrics`,
    deps,
    close() {
      clearInterval(forgetting)
      closed ??= stopServer(deps, app)
        .finally(() => metricsServer?.close())
        .finally(() => deps.close())
      return closed
    },
  }
}

/** Metrics stay readable while the last answers are finished. */
async function openMetricsServer(
  { config, secrets, log }: Deps,
  { metricsPage }: App,
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

function urlOf(host: string, { port }: { readonly port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function forgetOld({ store, clock, limits, log }: Deps): Promise<void> {
  try {
    await store.sessions.forget(clock.now() - limits.sessionLifetimeMs)
    await store.turns.forget(clock.now() - limits.sessionLifetimeMs)
    await store.objects.forgetExpired(clock.now())
    await store.holdout.forget(clock.now() - limits.comparisonLifetimeMs)
    await store.alerts.forget(clock.now() - limits.alertLifetimeMs)
  } catch (error) {
    log.warn({ error }, 'Expired sessions and objects could not be removed.')
  }
}
