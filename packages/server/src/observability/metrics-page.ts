import type { MetricsSnapshot, PrimaryLink } from '../cluster/calls.ts'
import type { MetricFamily } from './metric-family.ts'
import { createRegistry } from './prometheus.ts'

/** What a scrape gets. */
export interface MetricsPage {
  readonly contentType: string
  text(): Promise<string>
}

/** The page of one process, which can be added to others. */
export interface OwnMetricsPage extends MetricsPage {
  snapshot(): Promise<MetricsSnapshot>
}

/**
 * The page of `families` in the text format of Prometheus. A worker hands its part to the primary process, which knows the
 * page of all.
 */
export function createMetricsPage(families: readonly MetricFamily[], primary?: PrimaryLink): OwnMetricsPage {
  const registry = createRegistry(families)
  const { contentType } = registry
  const snapshot = () => registry.getMetricsAsJSON()
  if (primary === undefined) return { contentType, snapshot, text: () => registry.metrics() }
  primary.offer('metrics', snapshot)
  return { contentType, snapshot, text: () => primary.ask('metrics', null) }
}
