/** Failures of compression and metering that do not fail the request. They are counted so that they stay visible. */
export type CompressionCounter =
  | 'view_failed'
  | 'count_failed'
  | 'fold_failed'
  | 'fold_skipped'
  | 'self_check_failed'
  | 'cloud_failed'
  | 'cloud_skipped'
  | 'snapshot_failed'

export interface CounterSink {
  add(name: CompressionCounter): void
}
