import { type FoldState, sizeOfState } from '@pleat/core'
import type { History, Session } from './session.ts'

/** What the fold remembers of a history now, and what was found of it before. */
export interface Folded {
  readonly state: FoldState
  readonly before: History | undefined
}

interface Kept {
  readonly session: Session
  readonly tip: string
  readonly size: number
}

/**
 * Bounds what the fold remembers of all histories together, by size: one of 100,000 tokens keeps half a megabyte, one of
 * a few turns next to nothing. Those used longest ago leave, which costs time and changes no byte.
 */
export class HistoryMemory {
  readonly #mostBytes: number
  /** Least recently used first. */
  readonly #kept = new Map<FoldState, Kept>()
  #total = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /**
   * Keeps `state` for the requests that extend what it has taken in: the messages before the ones this request added, so
   * that another try at the newest message finds it as well. `before` is what was found for this request; where `state`
   * is that, gone on, it is not found under its earlier tip any more.
   */
  keep(session: Session, chain: readonly string[], { state, before }: Folded): void {
    const tip = chain[state.keys.length - 1]
    if (tip === undefined) return
    session.histories ??= new Map()
    if (before?.state === state) this.forget(before.state)
    const replaced = session.histories.get(tip)
    if (replaced) this.forget(replaced)
    session.histories.set(tip, state)
    const size = sizeOfState(state)
    this.#kept.set(state, { session, tip, size })
    this.#total += size
    for (const oldest of this.#kept.keys()) {
      if (this.#total <= this.#mostBytes || oldest === state) break
      this.forget(oldest)
    }
  }

  /** Also of a state that an error may have left half changed. */
  forget(state: FoldState): void {
    const kept = this.#kept.get(state)
    if (!kept) return
    this.#kept.delete(state)
    this.#total -= kept.size
    kept.session.histories?.delete(kept.tip)
  }
}
