import { UpstreamFailure } from './failure.ts'

/** A call that waits for the head of its response. */
export interface WaitingCall {
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number
  /** Index among the waiting calls; -1 if it does not wait. Written by `HeadDeadlines`. */
  waitingAt: number
  fail(error: Error): void
}

/**
 * Fails calls whose response head does not arrive in time. All calls may take the same time, so one timer for the call
 * that has waited longest is enough; a timer for each call costs 1 % of a short request. The time is absolute: neither
 * bytes of an unfinished head nor 1xx responses restart it.
 *
 * The calls are an unordered list, in which the last one replaces a removed one. A `Set` would keep finished calls
 * alive: each of its hash tables refers to the next one, so that a table in the old generation retains the calls of all
 * later tables until a full collection. That was 4.5 KB per request, and scavenges of 10 ms instead of 2 to 6.
 */
export class HeadDeadlines {
  readonly #headersMs: number
  readonly #waiting: WaitingCall[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param headersMs milliseconds from the request to the head of its response */
  constructor(headersMs: number) {
    this.#headersMs = headersMs
  }

  add(call: WaitingCall): void {
    call.waitingAt = this.#waiting.push(call) - 1
    this.#timer ??= this.#checkIn(this.#headersMs)
  }

  delete(call: WaitingCall): void {
    const { waitingAt } = call
    if (waitingAt < 0) return
    call.waitingAt = -1
    const last = this.#waiting.pop()!
    if (last === call) return
    this.#waiting[waitingAt] = last
    last.waitingAt = waitingAt
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
    const overdue = this.#waiting.filter(({ startedAt }) => startedAt <= latest)
    for (const call of overdue) {
      this.delete(call)
      call.fail(new UpstreamFailure('headers timeout'))
    }
    if (this.#waiting.length === 0 || this.#timer) return
    const oldest = this.#waiting.reduce((least, { startedAt }) => Math.min(least, startedAt), Number.POSITIVE_INFINITY)
    this.#timer = this.#checkIn(Math.max(1, Math.ceil(oldest - latest)))
  }
}
