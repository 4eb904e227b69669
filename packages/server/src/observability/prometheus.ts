import { collectDefaultMetrics, Registry } from 'prom-client'
import {
  type HistogramSeries,
  type Labels,
  type MetricFamily,
  prometheusLabel,
  prometheusName,
} from './metric-family.ts'

/** Values of one metric, in the registry's output format. */
interface Written {
  readonly metricName?: string
  readonly labels: Record<string, string | number>
  readonly value: number
}

/** Gauges of the process with names of counters, which promtool reports as errors. */
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total']

/** Creates a registry that reads `families` on each scrape, in addition to the usual metrics of the process. */
export function createRegistry(families: readonly MetricFamily[]): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  for (const family of families) {
    const name = prometheusName(family)
    const { help, type, aggregation: aggregator = 'sum' } = family
    // The registry reads values in this form. Its own metric classes would need a call for every request.
    const metric = {
      name,
      help,
      type,
      aggregator,
      get: async () => ({ name, help, type, aggregator, values: valuesOf(family, name) }),
    }
    registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
  }
  return registry
}

function valuesOf(family: MetricFamily, name: string): Written[] {
  if (family.type === 'histogram') return family.read().flatMap((series) => bucketsOf(series, name))
  return family.read().map(({ labels, value }) => ({ labels: labelsOf(labels), value }))
}

function bucketsOf({ labels, histogram }: HistogramSeries, name: string): Written[] {
  const own = labelsOf(labels)
  const { bounds, counts, sum, count } = histogram
  let cumulated = 0
  const buckets = bounds.map((bound, index) => {
    cumulated += counts[index]!
    return { metricName: `${name}_bucket`, labels: { ...own, le: bound }, value: cumulated }
  })
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { ...own, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels: own, value: sum },
    { metricName: `${name}_count`, labels: own, value: count },
  ]
}

function labelsOf(labels: Labels): Record<string, string> {
  const named: Record<string, string> = {}
  for (const [name, value] of Object.entries(labels)) if (value !== '') named[prometheusLabel(name)] = value
  return named
}
