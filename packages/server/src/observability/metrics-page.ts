import type { MetricsSnapshot, PrimaryLink } from '../cluster/calls.ts'
import type { MetricFamily } from './metric-family.ts'
import { createRegistry } from './prometheus.ts'

/** The response to a scrape. */
export interface MetricsPage {
  readonly contentType: string
  text(): Promise<string>
}

/** The metrics of one process, which can be combined with those of others. */
export interface OwnMetricsPage extends MetricsPage {
  snapshot(): Promise<MetricsSnapshot>
}

/**
 * Formats `families` as a page in the text format of Prometheus. A worker sends its part to the primary process, which
 * combines all parts.
 */
export function createMetricsPage(families: readonly MetricFamily[], primary?: PrimaryLink): OwnMetricsPage {
  const registry = createRegistry(families)
  const { contentType } = registry
  const snapshot = () => registry.getMetricsAsJSON()
  if (primary === undefined) return { contentType, snapshot, text: () => registry.metrics() }
  primary.offer('metrics', snapshot)
  return { contentType, snapshot, text: () => primary.ask('metrics', null) }
}
