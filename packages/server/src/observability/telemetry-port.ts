import type { RequestTraces } from '../proxy/trace-port.ts'
import type { MetricFamily } from './metric-family.ts'

/** Exports traces and metrics. Nothing here ever throws or makes a request wait. */
export interface Telemetry extends RequestTraces {
  /** Exports these metrics from now on. */
  exportMetrics(families: readonly MetricFamily[]): void
  /** Sends what is left, within a bounded time. */
  close(): Promise<void>
}
