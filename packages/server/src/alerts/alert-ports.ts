/** Which alerts were sent, and when; the same for all processes. */
export interface AlertStore {
  /**
   * Takes the right to send an alert at time `at`. True for one caller, and again only when the last time is `quietMs` ago.
   * Undefined: never again.
   */
  claim(key: string, at: number, quietMs: number | undefined): Promise<boolean>
  /** Gives the right back that was taken at `at`, since the alert could not be sent. */
  release(key: string, at: number): Promise<void>
  /** Forgets what was sent before. */
  forget(before: number): Promise<void>
}

/** Posts to the address that alerts go to. */
export interface Webhook {
  /**
   * The status of the response.
   * @throws when there is none: not reachable, too slow, or `signal` was aborted.
   */
  post(request: {
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
  }): Promise<number>
  close(): Promise<void>
}
