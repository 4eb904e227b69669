import type { Log } from '../ports.ts'
import type { Alert } from './alert.ts'
import type { AlertClaim, AlertStore } from './alert-ports.ts'

/**
 * Claims alerts in the store, so that one process sends each. Alerts of failures are also claimed while the store fails,
 * because that may be what they report. Each process then sends its own, and observes their quiet time itself.
 */
export class AlertClaims {
  readonly #store: Pick<AlertStore, 'claim' | 'confirm' | 'release'>
  readonly #log: Pick<Log, 'warn'>
  /** Times at which this process claimed alerts with a quiet time, by key. */
  readonly #claimedAt = new Map<string, number>()

  constructor(store: Pick<AlertStore, 'claim' | 'confirm' | 'release'>, log: Pick<Log, 'warn'>) {
    this.#store = store
    this.#log = log
  }

  /**
   * Claims the right to send an alert at `at`, in Unix milliseconds.
   * @throws when the store fails, unless the alert has a quiet time.
   */
  async claim({ key, quietMs }: Pick<Alert, 'key' | 'quietMs'>, at: number): Promise<AlertClaim> {
    if (quietMs === undefined) return await this.#store.claim(key, at, quietMs)
    const elapsed = at - (this.#claimedAt.get(key) ?? Number.NEGATIVE_INFINITY)
    if (elapsed >= 0 && elapsed < quietMs) return 'sent'
    const claim = await this.#store.claim(key, at, quietMs).catch((error: unknown): AlertClaim => {
      this.#log.warn({ error }, 'The store could not record an alert; other servers may send it too.')
      return 'claimed'
    })
    if (claim === 'claimed') this.#claimedAt.set(key, at)
    return claim
  }

  /** Notes that the alert claimed at `at` was sent. Never rejects. */
  async confirm({ key }: Pick<Alert, 'key'>, at: number): Promise<void> {
    await this.#store.confirm(key, at).catch((error: unknown) => {
      this.#log.warn({ error }, 'The store could not record that an alert was sent; it may be sent again.')
    })
  }

  /** Releases the claim made at `at`, after the alert could not be sent. Never rejects. */
  async release({ key }: Pick<Alert, 'key'>, at: number): Promise<void> {
    this.#claimedAt.delete(key)
    await this.#store.release(key, at).catch((error: unknown) => {
      this.#log.warn({ error }, 'The claim of an alert that was not sent could not be released; it expires.')
    })
  }
}
