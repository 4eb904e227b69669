import type { Snapshots } from '../compression/snapshot-port.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import type { BodyBudget } from '../gate/body-budget.ts'
import type { RateLimiter } from '../gate/rate-limiter-port.ts'
import type { Counters } from '../proxy/counters.ts'
import type { SessionRegistry } from '../proxy/session-registry.ts'
import { counterFamilies } from './counter-families.ts'
import { genAiFamilies } from './gen-ai-families.ts'
import type { MetricFamily } from './metric-family.ts'
import { rateLimiterFamilies } from './rate-limiter-families.ts'
import { requestFamilies } from './request-families.ts'
import type { RequestMetrics } from './request-metrics.ts'
import { serverFamilies } from './server-families.ts'
import { snapshotFamilies } from './snapshot-families.ts'

export interface MeasuredParts {
  readonly config: Pick<Config, 'mode' | 'genAiNames' | 'providerAddresses'>
  readonly metrics: RequestMetrics
  readonly counters: Counters
  readonly bodyBudget: BodyBudget
  readonly sessions: Pick<SessionRegistry, 'begun'>
  readonly rateLimiter: Pick<RateLimiter, 'state'>
  readonly snapshots: Pick<Snapshots, 'read'> | undefined
}

/** Every metric of this server. */
export function metricFamilies(
  { config, metrics, counters, bodyBudget, sessions, rateLimiter, snapshots }: MeasuredParts,
  connections: { readonly size: number },
): readonly MetricFamily[] {
  const gauges = {
    version: VERSION,
    mode: config.mode,
    connections: () => connections.size,
    bodyBytes: () => bodyBudget.held,
    sessionsStarted: () => sessions.begun,
  }
  return [
    ...requestFamilies(metrics),
    ...genAiFamilies(metrics, { names: config.genAiNames, providers: config.providerAddresses }),
    ...counterFamilies(counters),
    ...serverFamilies(gauges),
    ...rateLimiterFamilies(rateLimiter),
    ...snapshotFamilies(snapshots),
  ]
}
