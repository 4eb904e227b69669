/** Records which alerts were sent and when, for all processes. Times are Unix milliseconds. */
export interface AlertStore {
  /**
   * Claims the right to send an alert at time `at`. True for one caller, and again only after `quietMs`; never again if
   * `quietMs` is undefined.
   */
  claim(key: string, at: number, quietMs: number | undefined): Promise<boolean>
  /** Releases the claim made at `at`, after the alert could not be sent. */
  release(key: string, at: number): Promise<void>
  /** Deletes records of alerts sent before `before`. */
  forget(before: number): Promise<void>
}

/** Posts to the address for alerts. */
export interface Webhook {
  /**
   * The status of the response.
   * @throws {Error} without a response: the receiver is unreachable or too slow, or `signal` was aborted.
   */
  post(request: {
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
  }): Promise<number>
  close(): Promise<void>
}
