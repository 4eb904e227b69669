import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import type { MetricsSnapshot, PrimaryLink } from './cluster/calls.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { createDeps, type Deps, type DepsOverrides } from './deps.ts'
import { forgetOldHourly } from './forget-old.ts'
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
  /** A snapshot of its metrics, which the primary process sums over its workers; null if metrics are disabled. */
  metrics(): Promise<MetricsSnapshot | null>
  /** Refuses new requests, finishes running ones, then closes everything. Repeated calls share one stop. */
  close(): Promise<void>
}

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
  const stopForgetting = primary === undefined ? forgetOldHourly(deps) : undefined
  let closed: Promise<void> | undefined
  return {
    url: urlOf(config.host, app.server.address() as AddressInfo),
    metricsUrl: metricsServer && `${urlOf(config.host, metricsServer)}/metrics`,
    deps,
    metrics: async () => (await app.metricsPage?.snapshot()) ?? null,
    close() {
      stopForgetting?.()
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
