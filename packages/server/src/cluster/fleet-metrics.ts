import { AggregatorRegistry } from 'prom-client'
import type { MetricFamily } from '../observability/metric-family.ts'
import type { MetricsPage } from '../observability/metrics-page.ts'
import { createRegistry } from '../observability/prometheus.ts'
import { within } from '../within.ts'
import type { MetricsSnapshot } from './calls.ts'

/** A worker that can report its metrics. */
export interface MeasuredWorker {
  readonly id: number
  metrics(): Promise<MetricsSnapshot>
}

const ANSWER_MS = 2000

/**
 * Adds up the metrics of all workers and of the primary process. The counters of ended workers stay in the sums, so
 * that no counter falls. A worker that does not respond counts with its last metrics.
 */
export class FleetMetrics implements MetricsPage {
  readonly contentType: string
  readonly #own: ReturnType<typeof createRegistry>
  readonly #workers: () => readonly MeasuredWorker[]
  readonly #last = new Map<number, MetricsSnapshot>()
  #ended: MetricsSnapshot = []
  /** The most recent addition to `#ended`. */
  #retiring: Promise<void> = Promise.resolve()

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

  /**
   * Keeps the counters of an ended worker. `last` are its final metrics; undefined if it could not report them. Rejects
   * when they cannot be added.
   */
  retire(id: number, last: MetricsSnapshot | undefined): Promise<void> {
    const snapshot = last ?? this.#last.get(id) ?? []
    this.#last.delete(id)
    const counts = snapshot.filter(({ type }) => isCount(type))
    // One after the other: each addition starts from the sum of the previous one.
    const adding = this.#retiring.then(async () => {
      this.#ended = await aggregate([this.#ended, counts]).getMetricsAsJSON()
    })
    // A failure loses the counters of one worker, and not those of later ones.
    this.#retiring = adding.catch(() => {})
    return adding
  }

  async #read(worker: MeasuredWorker): Promise<void> {
    const answer = worker.metrics().catch(() => undefined)
    const read = await within(ANSWER_MS, answer, () => undefined)
    if (read && this.#workers().some(({ id }) => id === worker.id)) this.#last.set(worker.id, read)
  }
}

function aggregate(snapshots: readonly MetricsSnapshot[]) {
  // The parameter is declared too narrowly: `aggregate` does not change the snapshots.
  return AggregatorRegistry.aggregate(snapshots as unknown as object[])
}

/** True if the metric only grows. prom-client declares the type as a number and reports a name. */
function isCount(type: unknown): boolean {
  return type === 'counter' || type === 'histogram'
}
