import type { MetricFamily } from './metric-family.ts'

/** The server's current state. */
export interface ServerGauges {
  readonly version: string
  /** The setting `PLEAT_MODE`: `fold` or `observe`. */
  readonly mode: string
  connections(): number
  bodyBytes(): number
  sessionsStarted(): number
}

/** Metrics of the server's own state. */
export function serverFamilies(gauges: ServerGauges): readonly MetricFamily[] {
  const one = (
    name: string,
    { unit, help, type = 'gauge' }: { unit: string; help: string; type?: 'gauge' | 'counter' },
    read: () => number,
  ): MetricFamily => ({ name, unit, type, help, read: () => [{ labels: {}, value: read() }] })
  return [
    {
      name: 'pleat.build_info',
      unit: '1',
      type: 'gauge',
      help: 'Version and mode of this server; always 1.',
      aggregation: 'first',
      read: () => [{ labels: { version: gauges.version, mode: gauges.mode }, value: 1 }],
    },
    one('pleat.connections', { unit: '{connection}', help: 'Connections of clients.' }, gauges.connections),
    one('pleat.bodies', { unit: 'By', help: 'Memory held by request bodies and their copies.' }, gauges.bodyBytes),
    one(
      'pleat.sessions.started',
      { unit: '{session}', help: 'Sessions that began.', type: 'counter' },
      gauges.sessionsStarted,
    ),
  ]
}
