/** The event that an alert reports. */
export type AlertKind =
  | 'spending_limit'
  | 'tul1_budget'
  | 'provider_failing'
  | 'compression_failing'
  | 'store_failing'
  | 'test'

/**
 * An event for the operator. It contains ids, names, counts and amounts, never text of a conversation and never a key.
 */
export interface Alert {
  readonly kind: AlertKind
  readonly severity: 'warning' | 'critical'
  /** Identifies the event in every process, so that it is sent once, or once per `quietMs`. */
  readonly key: string
  /** Milliseconds before the same alert may be sent again; undefined: never. */
  readonly quietMs: number | undefined
  /** One sentence for the operator. */
  readonly message: string
  readonly data: Readonly<Record<string, string | number | readonly string[] | Readonly<Record<string, number>>>>
}
