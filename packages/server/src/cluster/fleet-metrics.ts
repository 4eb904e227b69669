import { AggregatorRegistry } from 'prom-client'
import type { MetricFamily } from '../observability/metric-family.ts'
import type { MetricsPage } from '../observability/metrics-page.ts'
import { createRegistry } from '../observability/prometheus.ts'
import type { MetricsSnapshot } from './calls.ts'

/** A process that can be asked for its metrics. */
export interface MeasuredWorker {
  readonly id: number
  metrics(): Promise<MetricsSnapshot>
}

const ANSWER_MS = 2000

/**
 * The metrics of all workers and of the primary process, added up. Counts of workers that have ended stay in the sums, so that
 * no counter ever falls; a worker that does not answer counts with what it said last.
 */
export class FleetMetrics implements MetricsPage {
  readonly contentType: string
  readonly #own: ReturnType<typeof createRegistry>
  readonly #workers: () => readonly MeasuredWorker[]
  readonly #last = new Map<number, MetricsSnapshot>()
  #ended: MetricsSnapshot = []

  constructor(families: readonly MetricFamily[], workers: () => readonly MeasuredWorker[]) {
    this.#own = createRegistry(families)
    this.contentType = this.#own.contentType
    this.#workers = workers
  }

  async text(): Promise<string> {
    await Promise.all(this.#workers().map((worker) => this.#read(worker)))
    const own = await this.#own.getMetricsAsJSON()
    return aggregate([own, ...this.#last.values(), this.#ended]).metrics()
  }

  /** Keeps the counts of a worker that has ended. `last`: what it said at its end, where it could. */
  async retire(id: number, last: MetricsSnapshot | undefined): Promise<void> {
    const snapshot = last ?? this.#last.get(id) ?? []
    this.#last.delete(id)
    const counts = snapshot.filter(({ type }) => isCount(type))
    this.#ended = await aggregate([this.#ended, counts]).getMetricsAsJSON()
  }

  async #read(worker: MeasuredWorker): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ANSWER_MS)
    })
    const read = await Promise.race([worker.metrics().catch(() => undefined), late])
    clearTimeout(timer)
    if (read && this.#workers().some(({ id }) => id === worker.id)) this.#last.set(worker.id, read)
  }
}

function aggregate(snapshots: readonly MetricsSnapshot[]) {
  // It takes what registries return, and does not change it.
  return AggregatorRegistry.aggregate(snapshots as unknown as object[])
}

/** The types have numbers for names, and the values are names. */
function isCount(type: unknown): boolean {
  return type === 'counter' || type === 'histogram'
}
