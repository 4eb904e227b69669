import { counterFamilies } from '../observability/counter-families.ts'
import type { MetricFamily } from '../observability/metric-family.ts'
import type { Counters } from '../proxy/counters.ts'
import type { SessionRegistry } from '../proxy/session-registry.ts'

interface PrimaryParts {
  readonly counters: Counters
  readonly sessions: Pick<SessionRegistry, 'begun'>
}

/** The metrics of the primary process. Metrics that workers also have are added up with theirs. */
export function primaryFamilies(
  { counters, sessions }: PrimaryParts,
  workers: { readonly running: number; readonly restarts: number },
): readonly MetricFamily[] {
  const one = (
    name: string,
    { unit, help, type }: { unit: string; help: string; type: 'gauge' | 'counter' },
    read: () => number,
  ): MetricFamily => ({ name, unit, type, help, read: () => [{ labels: {}, value: read() }] })
  return [
    ...counterFamilies(counters),
    one(
      'pleat.sessions.started',
      { unit: '{session}', help: 'Sessions that began.', type: 'counter' },
      () => sessions.begun,
    ),
    one(
      'pleat.workers',
      { unit: '{worker}', help: 'Workers that serve requests.', type: 'gauge' },
      () => workers.running,
    ),
    one(
      'pleat.workers.restarted',
      { unit: '{worker}', help: 'Workers that ended and were started again.', type: 'counter' },
      () => workers.restarts,
    ),
  ]
}
