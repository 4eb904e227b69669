/** Failures that compression and metering survive. They are counted, so that surviving does not hide them. */
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
