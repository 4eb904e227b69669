/** Consecutive failures that open the circuit. */
const FAILURES_TO_OPEN = 3

/** A circuit breaker for a service that may be down: closed, the service is called; open, it is not. */
export class Circuit {
  readonly #onChange: (isOpen: boolean, error: unknown) => void
  #failures = 0
  #isOpen = false

  constructor(onChange: (isOpen: boolean, error: unknown) => void) {
    this.#onChange = onChange
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  succeeded(): void {
    this.#failures = 0
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#onChange(false, undefined)
  }

  /** While the circuit is open, a failure changes nothing. */
  failed(error: unknown): void {
    this.#failures++
    if (this.#isOpen || this.#failures < FAILURES_TO_OPEN) return
    this.#isOpen = true
    this.#onChange(true, error)
  }
}
