const FIRST_MS = 100
const MAX_MS = 30_000
/** Milliseconds without the end of a worker after which the delay starts again at `FIRST_MS`. */
const STEADY_MS = 60_000

/** The delay before a worker is restarted. It doubles while workers end within `STEADY_MS` of each other. */
export class RestartDelay {
  readonly #now: () => number
  #nextMs = 0
  #lastEndAt = Number.NEGATIVE_INFINITY

  /** @param now a monotonic clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Milliseconds to wait after the worker that has just ended. */
  afterEnd(): number {
    const now = this.#now()
    const isSteady = now - this.#lastEndAt >= STEADY_MS
    this.#lastEndAt = now
    this.#nextMs = isSteady ? FIRST_MS : Math.min(MAX_MS, this.#nextMs * 2)
    return this.#nextMs
  }
}
