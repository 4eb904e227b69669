import type { RequestTraces } from '../proxy/trace-port.ts'
import type { MetricFamily } from './metric-family.ts'

/** Exports traces and metrics. The methods never throw and never delay a request. */
export interface Telemetry extends RequestTraces {
  /** Exports these metrics from now on. */
  exportMetrics(families: readonly MetricFamily[]): void
  /** Sends the remaining data within a limited time. */
  close(): Promise<void>
}
