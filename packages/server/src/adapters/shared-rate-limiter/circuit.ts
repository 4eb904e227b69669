/** So many failures in a row, without a success between them, open the circuit. */
const FAILURES_TO_OPEN = 3

/** Whether it is worth asking a service that may be gone: closed, it is asked; open, it is not. */
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

  /** A failure that came too late to count, of a request from before the circuit opened, changes nothing. */
  failed(error: unknown): void {
    this.#failures++
    if (this.#isOpen || this.#failures < FAILURES_TO_OPEN) return
    this.#isOpen = true
    this.#onChange(true, error)
  }
}
