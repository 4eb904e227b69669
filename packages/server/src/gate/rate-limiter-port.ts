/** One window of the rate limit as the caller is told of it (spec 2.4). */
export interface RateWindow {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetAtSeconds: number
  readonly isExceeded: boolean
}

/** Whose minute a request counts in: the key's, or without a valid one the address's. */
export interface RateSubject {
  readonly kind: 'key' | 'address'
  readonly id: string
  /** Requests a minute. */
  readonly limit: number
}

/** Counts keys and addresses apart: requests without a key take nothing from those with one. */
export interface RateLimiter {
  /** Takes one slot of the subject's current minute. */
  take(subject: RateSubject): Promise<RateWindow>
  /** The window as it stands, taking nothing. */
  peek(subject: RateSubject): Promise<RateWindow>
  /** Absent where one process counts alone. */
  readonly state?: RateLimiterState
  close?(): Promise<void>
}

/** How processes that count together get on. */
export interface RateLimiterState {
  /** False while this process limits by its share, since the others cannot be heard. */
  readonly isShared: boolean
  /** Processes that count together, as heard last. */
  readonly nodes: number
  /** Requests that were limited by the share of this process, since the start. */
  readonly alone: number
}
