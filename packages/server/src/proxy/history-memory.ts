import { sizeOfState } from '@pleat/core'
import type { Session } from './session.ts'

/**
 * Bounds what the fold remembers of all sessions together, by size: a session of 100,000 tokens keeps half a megabyte, one
 * of a few turns next to nothing. Those used longest ago lose their histories first, which costs time and changes no byte.
 */
export class HistoryMemory {
  readonly #mostBytes: number
  /** Least recently used first. */
  readonly #sizes = new Map<Session, number>()
  #total = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Notes that a session was used, and makes room where it has grown. */
  use(session: Session): void {
    this.#forget(session)
    const size = session.histories.reduce((sum, { state }) => sum + sizeOfState(state), 0)
    if (size === 0) return
    this.#sizes.set(session, size)
    this.#total += size
    for (const oldest of this.#sizes.keys()) {
      if (this.#total <= this.#mostBytes || oldest === session) break
      this.#forget(oldest)
      oldest.histories = []
    }
  }

  #forget(session: Session): void {
    this.#total -= this.#sizes.get(session) ?? 0
    this.#sizes.delete(session)
  }
}
