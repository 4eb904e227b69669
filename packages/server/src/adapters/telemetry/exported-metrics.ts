import { type HrTime, ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Labels, MetricFamily } from '../../observability/metric-family.ts'

/** The metrics of this server for a reader of the SDK, from the same counts as those of Prometheus. */
export function metricProducer(options: {
  readonly resource: Resource
  readonly scope: { readonly name: string; readonly version: string }
  readonly families: () => readonly MetricFamily[]
}): MetricProducer {
  const startTime = hrTime(Date.now())
  return {
    async collect(): Promise<CollectionResult> {
      const times = { startTime, endTime: hrTime(Date.now()) }
      const metrics = options.families().map((family) => dataOf(family, times))
      const scopeMetrics = [
        { scope: options.scope, metrics: metrics.filter(({ dataPoints }) => dataPoints.length > 0) },
      ]
      return { resourceMetrics: { resource: options.resource, scopeMetrics }, errors: [] }
    },
  }
}

function dataOf(family: MetricFamily, times: { startTime: HrTime; endTime: HrTime }): MetricData {
  const descriptor = { name: family.name, description: family.help, unit: family.unit, valueType: ValueType.DOUBLE }
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  if (family.type === 'histogram') {
    const dataPoints = family.read().map(({ labels, histogram }) => ({
      ...times,
      attributes: present(labels),
      value: {
        buckets: { boundaries: [...histogram.bounds], counts: [...histogram.counts] },
        sum: histogram.sum,
        count: histogram.count,
      },
    }))
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = family.read().map(({ labels, value }) => ({ ...times, attributes: present(labels), value }))
  return family.type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** The conventions require a number for this one. Labels of Prometheus are text. */
const NUMBERS: ReadonlySet<string> = new Set(['server.port'])

function present(labels: Labels): Record<string, string | number> {
  const kept: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(labels)) {
    if (value !== '') kept[name] = NUMBERS.has(name) ? Number(value) : value
  }
  return kept
}

function hrTime(milliseconds: number): HrTime {
  return [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1_000_000]
}
