/**
 * The answer to a claim:
 * - `claimed`: the caller sends the alert.
 * - `sending`: another process sends it, or was killed while it did.
 * - `sent`: it was sent.
 */
export type AlertClaim = 'claimed' | 'sending' | 'sent'

/**
 * Milliseconds after which a claim that was neither confirmed nor released may be made again, because its process was
 * killed. All tries of a delivery take less. A claim from later than this in the future is one of a clock that was ahead.
 */
export const CLAIM_MS = 15 * 60_000

/** Records which alerts were sent and when, for all processes. Times are Unix milliseconds. */
export interface AlertStore {
  /**
   * Claims the right to send an alert at time `at`. One caller gets it, and again only after `quietMs`; never again if
   * `quietMs` is undefined and the claim is confirmed.
   */
  claim(key: string, at: number, quietMs: number | undefined): Promise<AlertClaim>
  /** Notes that the alert claimed at `at` was sent. */
  confirm(key: string, at: number): Promise<void>
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
