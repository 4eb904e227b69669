import type { CounterName, Counters } from '../proxy/counters.ts'
import type { Labels, MetricFamily } from './metric-family.ts'

const FAMILIES = {
  'pleat.fail_open': 'Requests that were sent unchanged because a part of compression failed, by reason.',
  'pleat.store.errors': 'Failed reads and writes of sessions, usage, tag clouds and snapshots, by kind.',
  'pleat.upstream.retries': 'Requests that a provider refused and that were sent again without rewrite or thinking.',
  'pleat.reasoning.lost': 'Responses in which the provider ignored reasoning because the text before it had changed.',
  'pleat.clouds.skipped': 'Tag clouds left out because too many were waiting.',
  'pleat.turns.left_out':
    'Requests left out of the lists of their sessions because too many were waiting to be written.',
  'pleat.threads.killed': 'Compression threads that were ended because a step took too long or needed too much memory.',
  'pleat.alerts.failed': 'Alerts that the webhook accepted in none of the tries.',
} as const

interface Reader {
  readonly family: keyof typeof FAMILIES
  readonly labels: Labels
}

/** The metric of each counter. A counter without an entry does not compile. */
const READERS: Readonly<Record<CounterName, Reader>> = {
  view_failed: failOpen('view_failed'),
  count_failed: failOpen('count_failed'),
  fold_failed: failOpen('fold_failed'),
  fold_late: failOpen('fold_late'),
  fold_skipped: failOpen('fold_skipped'),
  self_check_failed: failOpen('self_check_failed'),
  session_failed: { family: 'pleat.store.errors', labels: { what: 'session' } },
  record_failed: { family: 'pleat.store.errors', labels: { what: 'usage' } },
  cloud_failed: { family: 'pleat.store.errors', labels: { what: 'cloud' } },
  snapshot_failed: { family: 'pleat.store.errors', labels: { what: 'snapshot' } },
  retried_with_original: { family: 'pleat.upstream.retries', labels: {} },
  reasoning_lost: { family: 'pleat.reasoning.lost', labels: {} },
  cloud_skipped: { family: 'pleat.clouds.skipped', labels: {} },
  turn_left_out: { family: 'pleat.turns.left_out', labels: {} },
  thread_killed: { family: 'pleat.threads.killed', labels: {} },
  alert_failed: { family: 'pleat.alerts.failed', labels: {} },
}

function failOpen(reason: CounterName): Reader {
  return { family: 'pleat.fail_open', labels: { reason } }
}

/** Counters of failures that do not fail the request. */
export function counterFamilies(counters: Counters): readonly MetricFamily[] {
  return Object.entries(FAMILIES).map(([name, help]) => ({
    name,
    unit: '1',
    type: 'counter',
    help,
    read: () => {
      const counts = counters.read()
      return (Object.keys(READERS) as CounterName[])
        .filter((counter) => READERS[counter].family === name)
        .map((counter) => ({ labels: READERS[counter].labels, value: counts[counter] }))
    },
  }))
}
