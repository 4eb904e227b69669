/** Failures that do not fail the request. They are counted so that they stay visible. */
export type CounterName =
  | 'view_failed'
  | 'session_failed'
  | 'count_failed'
  | 'fold_failed'
  | 'fold_late'
  | 'fold_skipped'
  | 'self_check_failed'
  | 'retried_with_original'
  | 'reasoning_lost'
  | 'record_failed'
  | 'turn_left_out'
  | 'cloud_failed'
  | 'cloud_skipped'
  | 'snapshot_failed'
  | 'thread_killed'
  | 'alert_failed'

export interface Counters {
  add(name: CounterName): void
  /** Counts since the process started, including those that are 0. */
  read(): Readonly<Record<CounterName, number>>
}

export function createCounters(): Counters {
  const counts: Record<CounterName, number> = {
    view_failed: 0,
    session_failed: 0,
    count_failed: 0,
    fold_failed: 0,
    fold_late: 0,
    fold_skipped: 0,
    self_check_failed: 0,
    retried_with_original: 0,
    reasoning_lost: 0,
    record_failed: 0,
    turn_left_out: 0,
    cloud_failed: 0,
    cloud_skipped: 0,
    snapshot_failed: 0,
    thread_killed: 0,
    alert_failed: 0,
  }
  return {
    add(name) {
      counts[name]++
    },
    read: () => ({ ...counts }),
  }
}
