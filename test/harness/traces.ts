import type { Collector, ExportedSpan } from './start-collector.ts'

/** Kinds of spans in OTLP. */
export const SERVER_KIND = 2
const CLIENT_KIND = 3

/** A trace that a client began. */
export const TRACE = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  parentId: '00f067aa0ba902b7',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
} as const

/** The environment of a server that exports to `collector`. */
export function telemetryVariables(collector: Collector, more: Record<string, string> = {}): Record<string, string> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50', ...more }
}

/** The spans of calls to a provider. */
export function callsIn(spans: readonly ExportedSpan[]): ExportedSpan[] {
  return spans.filter(({ kind }) => kind === CLIENT_KIND)
}
