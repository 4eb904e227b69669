/** One window of the rate limit, as response headers show it. */
export interface RateWindow {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly resetAtSeconds: number
  readonly isExceeded: boolean
}

/** The subject that a request counts against: its key, or its address without a valid key. */
export interface RateSubject {
  readonly kind: 'key' | 'address'
  readonly id: string
  /** Requests a minute. */
  readonly limit: number
}

/** Counts keys and addresses separately: requests without a key do not use up the limit of a key. */
export interface RateLimiter {
  /** Takes one slot of the subject's current minute. */
  take(subject: RateSubject): Promise<RateWindow>
  /** Reads the current window without taking a slot. */
  peek(subject: RateSubject): Promise<RateWindow>
  /** Absent if one process counts alone. */
  readonly state?: RateLimiterState
  close?(): Promise<void>
}

/** The state of a limit that several processes share. */
export interface RateLimiterState {
  /** False while this process cannot reach the others and limits by its share. */
  readonly isShared: boolean
  /** Processes that share the limit, as last known. */
  readonly nodes: number
  /** Requests since the start that were limited by the share of this process. */
  readonly alone: number
}
