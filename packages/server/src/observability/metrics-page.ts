import type { MetricFamily } from './metric-family.ts'
import { createRegistry } from './prometheus.ts'

/** What a scrape gets. */
export interface MetricsPage {
  readonly contentType: string
  text(): Promise<string>
}

/** The page of `families` in the text format of Prometheus. */
export function createMetricsPage(families: readonly MetricFamily[]): MetricsPage {
  const registry = createRegistry(families)
  return { contentType: registry.contentType, text: () => registry.metrics() }
}
