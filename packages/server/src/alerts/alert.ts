/** What an alert is about. */
export type AlertKind =
  | 'spending_limit'
  | 'tul1_budget'
  | 'provider_failing'
  | 'compression_failing'
  | 'store_failing'
  | 'test'

/** Something that an operator should know. Ids, names, counts and amounts; never text of a conversation and never a key. */
export interface Alert {
  readonly kind: AlertKind
  readonly severity: 'warning' | 'critical'
  /** The same for the same event, in every process: it is sent once, or once for each quiet time. */
  readonly key: string
  /** How long the same alert is not sent again, in milliseconds; undefined: it is sent once. */
  readonly quietMs: number | undefined
  /** One sentence for people. */
  readonly message: string
  readonly data: Readonly<Record<string, string | number | readonly string[] | Readonly<Record<string, number>>>>
}
