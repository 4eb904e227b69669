import { expect, test, vi } from 'vitest'
import { Histogram } from '../observability/histogram.ts'
import type { MetricFamily } from '../observability/metric-family.ts'
import { createRegistry } from '../observability/prometheus.ts'
import { FleetMetrics, type MeasuredWorker } from './fleet-metrics.ts'

/** A worker with one metric of each type. */
function createWorker(id: number, requests: number): MeasuredWorker & { requests: number } {
  const worker = { id, requests, metrics: async () => snapshot() }
  const histogram = new Histogram([1, 2])
  histogram.observe(1.5)
  const usual = { unit: '1', help: 'x' }
  const families: MetricFamily[] = [
    {
      ...usual,
      name: 'a.requests',
      type: 'counter',
      read: () => [{ labels: { route: '/x' }, value: worker.requests }],
    },
    { ...usual, name: 'a.open', type: 'gauge', read: () => [{ labels: {}, value: 3 }] },
    { ...usual, name: 'a.info', type: 'gauge', aggregation: 'first', read: () => [{ labels: {}, value: 1 }] },
    { ...usual, name: 'a.time', type: 'histogram', read: () => [{ labels: {}, histogram }] },
  ]
  const registry = createRegistry(families)
  const snapshot = () => registry.getMetricsAsJSON()
  return worker
}

const linesOf = async (metrics: FleetMetrics) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('a_'))

test('counters, gauges and histograms of all workers are added up, and constant metrics appear once', async () => {
  const workers = [createWorker(1, 5), createWorker(2, 7)]
  expect(await linesOf(new FleetMetrics([], () => workers))).toEqual([
    'a_requests_total{route="/x"} 12',
    'a_open 6',
    'a_info 1',
    'a_time_bucket{le="1"} 0',
    'a_time_bucket{le="2"} 2',
    'a_time_bucket{le="+Inf"} 2',
    'a_time_sum 3',
    'a_time_count 2',
  ])
})

test('counters of an ended worker stay, its gauges disappear, and its successor is added', async () => {
  let workers = [createWorker(1, 5), createWorker(2, 7)]
  const metrics = new FleetMetrics([], () => workers)
  await metrics.text()
  // Killed: counts since the last read of the page are lost.
  workers[0]!.requests = 6
  workers = [workers[1]!]
  await metrics.retire(1, undefined)
  workers.push(createWorker(3, 1))
  expect(await linesOf(metrics)).toEqual(
    expect.arrayContaining(['a_requests_total{route="/x"} 13', 'a_open 6', 'a_time_count 3']),
  )
  // Stopped in order: its final metrics were reported.
  await metrics.retire(3, await createWorker(3, 4).metrics())
  workers.pop()
  expect(await linesOf(metrics)).toEqual(expect.arrayContaining(['a_requests_total{route="/x"} 16', 'a_open 3']))
})

test.each<[string, () => Promise<never>]>([
  ['is gone', () => Promise.reject(new Error('gone'))],
  ['does not respond', () => new Promise(() => {})],
])('a worker that %s counts with its last metrics', async (_, metricsOf) => {
  const worker = createWorker(1, 5)
  let isHanging = false
  const hanging: MeasuredWorker = {
    id: 1,
    metrics: () => (isHanging ? metricsOf() : worker.metrics()),
  }
  const metrics = new FleetMetrics([], () => [hanging])
  await metrics.text()
  isHanging = true
  vi.useFakeTimers()
  try {
    const lines = linesOf(metrics)
    await vi.advanceTimersByTimeAsync(2_001)
    expect(await lines).toContain('a_requests_total{route="/x"} 5')
  } finally {
    vi.useRealTimers()
  }
})

test('two workers that end at the same time both leave their counters', async () => {
  const ended = [createWorker(1, 5), createWorker(2, 7)]
  const metrics = new FleetMetrics([], () => [])
  await Promise.all(ended.map(async (worker) => metrics.retire(worker.id, await worker.metrics())))
  expect(await linesOf(metrics)).toEqual(expect.arrayContaining(['a_requests_total{route="/x"} 12']))
})

test('metrics that cannot be added lose the counters of their worker only', async () => {
  const metrics = new FleetMetrics([], () => [])
  const [snapshot] = await createWorker(1, 5).metrics()
  const unknown = { ...snapshot!, aggregator: 'unknown' } as unknown as typeof snapshot
  await expect(metrics.retire(1, [unknown!])).rejects.toThrow('unknown')
  await metrics.retire(2, await createWorker(2, 7).metrics())
  expect(await linesOf(metrics)).toContain('a_requests_total{route="/x"} 7')
})
