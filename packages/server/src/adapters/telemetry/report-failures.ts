import type { Log } from '../../ports.ts'

interface Exporter {
  // biome-ignore lint/suspicious/noExplicitAny: The exporters of traces and of metrics have different types.
  export(items: any, done: (result: { code: number; error?: Error }) => void): void
}

/** Interval of messages about an unreachable collector, in milliseconds. */
const LOG_INTERVAL_MS = 60_000

/** Makes `exporter` log failed exports. By itself it drops the data silently. */
export function reportFailures<Kind extends Exporter>(exporter: Kind, what: string, log: Log): Kind {
  const exportItems = exporter.export.bind(exporter)
  let loggedAt = Number.NEGATIVE_INFINITY
  const reporting: Exporter['export'] = (items, done) =>
    exportItems(items, (result) => {
      if (result.code !== 0 && performance.now() - loggedAt > LOG_INTERVAL_MS) {
        loggedAt = performance.now()
        log.warn({ error: result.error }, `Could not export ${what}; check OTEL_EXPORTER_OTLP_ENDPOINT.`)
      }
      done(result)
    })
  return Object.assign(exporter, { export: reporting })
}
