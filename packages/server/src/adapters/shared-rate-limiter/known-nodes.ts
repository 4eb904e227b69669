import { NODE_LIFE_MS } from './shared-windows.ts'

/**
 * The number of nodes, as last reported. A lower number replaces a higher one only when the higher one is old: the
 * place that counts nodes may have lost its data.
 */
export class KnownNodes {
  readonly #least: number
  readonly #now: () => number
  #count = 1
  #heardAt = Number.NEGATIVE_INFINITY

  /** @param now a monotonic clock in milliseconds. */
  constructor(least: number, now: () => number) {
    this.#least = least
    this.#now = now
  }

  /** The number of nodes, at least the configured one. */
  get count(): number {
    return Math.max(this.#least, this.#count)
  }

  heard(count: number): void {
    const now = this.#now()
    if (count < this.#count && now - this.#heardAt < NODE_LIFE_MS) return
    this.#count = Math.max(1, count)
    this.#heardAt = now
  }
}
