import { hostname } from 'node:os'
import type { RequestMetrics } from '../observability/request-metrics.ts'
import type { CounterName, Counters } from '../proxy/counters.ts'
import type { Alert } from './alert.ts'

/** Number of checks in the window over which failures are counted. */
const WINDOW_CHECKS = 10
/** Fewest calls for which a share of failures is meaningful. */
const LEAST_CALLS = 5
/** An alert needs at least this many compression failures in a window, and this share of its requests. */
const LEAST_COMPRESSION_FAILURES = 5
const COMPRESSION_SHARE = 0.01

const COMPRESSION: readonly CounterName[] = [
  'view_failed',
  'count_failed',
  'fold_failed',
  'fold_late',
  'fold_skipped',
  'self_check_failed',
  'retried_with_original',
  'reasoning_lost',
  'thread_killed',
]
const STORE: readonly CounterName[] = ['session_failed', 'record_failed', 'cloud_failed']

/** Error types caused by the provider, its key or its limits, and not by the request. */
const PROVIDER_FAULT =
  /^(?:5\d\d|5xx|401|402|403|408|429|broken_answer|upstream_unreachable|upstream_timeout|credential_missing)$/
/** Error types that are not counted at all. */
const NOT_COUNTED = /^client_gone$/

/** Counters since the start. The difference of two snapshots contains the events between them. */
interface Look {
  readonly requests: number
  readonly counters: Readonly<Record<CounterName, number>>
  readonly upstreams: ReadonlyMap<
    string,
    { readonly calls: number; readonly failed: number; readonly reasons: ReadonlyMap<string, number> }
  >
}

/** Detects failures from the counters of this process. */
export class FailureWatch {
  readonly #metrics: Pick<RequestMetrics, 'calls' | 'requests'>
  readonly #counters: Pick<Counters, 'read'>
  readonly #settings: { readonly failureShare: number; readonly quietMs: number }
  readonly #looks: Look[] = []

  constructor(
    counts: { readonly metrics: Pick<RequestMetrics, 'calls' | 'requests'>; readonly counters: Pick<Counters, 'read'> },
    settings: { readonly failureShare: number; readonly quietMs: number },
  ) {
    this.#metrics = counts.metrics
    this.#counters = counts.counters
    this.#settings = settings
    this.#looks.push(this.#look())
  }

  /** Alerts for failures within the window that ends now. */
  check(): readonly Alert[] {
    const now = this.#look()
    const before = this.#looks[0]!
    this.#looks.push(now)
    if (this.#looks.length > WINDOW_CHECKS) this.#looks.shift()
    return [...this.#providers(before, now), ...this.#compression(before, now), ...this.#store(before, now)]
  }

  #providers(before: Look, now: Look): Alert[] {
    return [...now.upstreams].flatMap(([upstream, counts]): Alert[] => {
      const old = before.upstreams.get(upstream)
      const calls = counts.calls - (old?.calls ?? 0)
      const failed = counts.failed - (old?.failed ?? 0)
      if (calls < LEAST_CALLS || failed / calls < this.#settings.failureShare) return []
      const percent = Math.round((100 * failed) / calls)
      const reasons = [...counts.reasons].map(([name, count]) => [name, count - (old?.reasons.get(name) ?? 0)] as const)
      return [
        {
          kind: 'provider_failing',
          severity: 'critical',
          key: `provider_failing ${upstream}`,
          quietMs: this.#settings.quietMs,
          message: `${failed} of the last ${calls} requests to ${upstream} failed (${percent} %)`,
          data: {
            upstream,
            requests: calls,
            failed,
            percent,
            reasons: Object.fromEntries(reasons.filter(([, count]) => count > 0)),
          },
        },
      ]
    })
  }

  #compression(before: Look, now: Look): Alert[] {
    const reasons = differences(COMPRESSION, before, now)
    const failed = sum(reasons)
    const requests = now.requests - before.requests
    if (failed < LEAST_COMPRESSION_FAILURES || failed < COMPRESSION_SHARE * requests) return []
    return [
      {
        kind: 'compression_failing',
        severity: 'warning',
        key: `compression_failing ${hostname()}`,
        quietMs: this.#settings.quietMs,
        message: `compression failed for ${failed} of the last ${requests} requests; their originals were sent`,
        data: { requests, failed, reasons },
      },
    ]
  }

  #store(before: Look, now: Look): Alert[] {
    const reasons = differences(STORE, before, now)
    const failed = sum(reasons)
    if (failed === 0) return []
    return [
      {
        kind: 'store_failing',
        severity: 'critical',
        key: `store_failing ${hostname()}`,
        quietMs: this.#settings.quietMs,
        message: `the store failed ${failed} times; usage or sessions may be incomplete`,
        data: { failed, reasons },
      },
    ]
  }

  #look(): Look {
    const upstreams = new Map<string, { calls: number; failed: number; reasons: Map<string, number> }>()
    for (const { values, cell } of this.#metrics.calls.rows()) {
      const counts = upstreams.get(values[1]!) ?? { calls: 0, failed: 0, reasons: new Map<string, number>() }
      upstreams.set(values[1]!, counts)
      for (const { values: types, cell: durations } of cell.durations.rows()) {
        const [type = ''] = types
        if (NOT_COUNTED.test(type)) continue
        counts.calls += durations.count
        if (!PROVIDER_FAULT.test(type)) continue
        counts.failed += durations.count
        counts.reasons.set(type, (counts.reasons.get(type) ?? 0) + durations.count)
      }
    }
    let requests = 0
    for (const { cell } of this.#metrics.requests.rows()) requests += cell.value
    return { requests, counters: this.#counters.read(), upstreams }
  }
}

function differences(names: readonly CounterName[], before: Look, now: Look): Readonly<Record<string, number>> {
  return Object.fromEntries(
    names.map((name) => [name, now.counters[name] - before.counters[name]] as const).filter(([, count]) => count > 0),
  )
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
