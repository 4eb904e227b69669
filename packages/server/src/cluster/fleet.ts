import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { forgetOldHourly } from '../forget-old.ts'
import { createPrimaryDeps, type PrimaryDeps } from '../primary-deps.ts'
import { openMetricsServer } from '../server.ts'
import { FleetMetrics } from './fleet-metrics.ts'
import { offerShared } from './offer-shared.ts'
import { primaryFamilies } from './primary-families.ts'
import { SharedSessions } from './shared-sessions.ts'
import { Workers } from './workers.ts'

/** A running primary process with its workers. */
export interface RunningFleet {
  /** Address of the workers, without a slash at the end. */
  readonly url: string
  readonly deps: PrimaryDeps
  /** Gives the workers time to finish their requests, kills late ones, then closes everything. Idempotent. */
  close(): Promise<void>
}

/**
 * Starts the workers, and holds the sessions, rate limit windows and metrics that they share. Resolves when all workers
 * accept connections.
 */
export async function startFleet({ config, secrets }: { config: Config; secrets: Secrets }): Promise<RunningFleet> {
  const deps = await createPrimaryDeps(config, secrets)
  const { store, log, sessions, clock } = deps
  const shared = new SharedSessions(sessions, clock)
  const workers = new Workers({
    count: config.workers,
    log,
    endMs: config.drainDelayMs + config.drainTimeoutMs,
    offer(link, id) {
      offerShared(link, { ...deps, shared, node: String(id) })
      link.offer('metrics', () => metrics.text())
    },
    onEnd: (id, last) => metrics.retire(id, last),
  })
  const metrics = new FleetMetrics(primaryFamilies(deps, workers), () => workers.measured())
  const closeAll = async () => {
    await sessions.close()
    await store.close()
  }
  try {
    const url = await workers.start()
    const metricsServer = await openMetricsServer(deps, config.metricsPort === undefined ? undefined : metrics)
    const stopForgetting = forgetOldHourly(deps)
    let closed: Promise<void> | undefined
    return {
      url,
      deps,
      close() {
        stopForgetting()
        closed ??= workers
          .stop()
          .finally(() => metricsServer?.close())
          .finally(closeAll)
        return closed
      },
    }
  } catch (error) {
    await workers.stop()
    await closeAll()
    throw error
  }
}
