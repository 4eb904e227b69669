import { UpstreamFailure } from './failure.ts'

/** A call that waits for the head of its response. */
export interface WaitingCall {
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number
  fail(error: Error): void
}

/**
 * Fails calls whose response head does not arrive in time. All calls may take the same time, so one timer for the call that
 * has waited longest is enough; a timer for each call costs 1 % of a short request. The time is absolute: neither bytes of
 * an unfinished head nor 1xx responses restart it.
 */
export class HeadDeadlines {
  readonly #headersMs: number
  /** Those that have waited longest come first. */
  readonly #waiting = new Set<WaitingCall>()
  #timer: NodeJS.Timeout | undefined

  /** @param headersMs milliseconds from the request to the head of its response */
  constructor(headersMs: number) {
    this.#headersMs = headersMs
  }

  add(call: WaitingCall): void {
    this.#waiting.add(call)
    this.#timer ??= this.#checkIn(this.#headersMs)
  }

  delete(call: WaitingCall): void {
    this.#waiting.delete(call)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #checkIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#check(), ms).unref()
  }

  #check(): void {
    this.#timer = undefined
    // Timers may fire up to 1 ms early.
    const latest = performance.now() + 1 - this.#headersMs
    for (const call of this.#waiting) {
      if (call.startedAt > latest) {
        this.#timer = this.#checkIn(Math.ceil(call.startedAt - latest))
        return
      }
      this.#waiting.delete(call)
      call.fail(new UpstreamFailure('headers timeout'))
    }
  }
}
