import type { Log } from '../../ports.ts'

interface Exporter {
  // biome-ignore lint/suspicious/noExplicitAny: The exporters of traces and of metrics have different types.
  export(items: any, done: (result: { code: number; error?: Error }) => void): void
}

/** Interval of messages about an unreachable collector, in milliseconds. */
const SAY_AGAIN_MS = 60_000

/** Makes `exporter` log failed exports. By itself it drops the data silently. */
export function reportFailures<Kind extends Exporter>(exporter: Kind, what: string, log: Log): Kind {
  const exportItems = exporter.export.bind(exporter)
  let saidAt = Number.NEGATIVE_INFINITY
  const reporting: Exporter['export'] = (items, done) =>
    exportItems(items, (result) => {
      if (result.code !== 0 && performance.now() - saidAt > SAY_AGAIN_MS) {
        saidAt = performance.now()
        log.warn({ error: result.error }, `The ${what} could not be exported.`)
      }
      done(result)
    })
  return Object.assign(exporter, { export: reporting })
}
