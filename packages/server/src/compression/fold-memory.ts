import { type FoldState, sizeOfState } from '@pleat/core'
import type { SessionKey } from '../cloud/cloud-port.ts'

/** The fold state of one history, and the prefix hash of that history. */
export interface History {
  readonly head: string
  readonly state: FoldState
}

interface Kept {
  readonly owner: string
  readonly session: string
  readonly head: string
  readonly size: number
}

/** Share of the memory that one account may use while others need it. */
const ACCOUNT_SHARE = 0.5

/**
 * Fold states of all sessions, bounded by their bytes in total and per account: a state of 100,000 tokens takes half a
 * megabyte. The least recently used states are evicted, which costs time and changes no byte, since a state is only a cache.
 * Forks, edits and side requests share a session id, so a session has several histories.
 */
export class FoldMemory {
  readonly #mostBytes: number
  /** Least recently used first. */
  readonly #kept = new Map<FoldState, Kept>()
  readonly #sessions = new Map<string, Map<string, FoldState>>()
  readonly #byOwner = new Map<string, number>()
  #total = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Returns the state of the longest known prefix in this session. `hashes`: shortest first. */
  find(session: SessionKey, hashes: readonly string[]): History | undefined {
    const histories = this.#sessions.get(nameOf(session))
    if (histories === undefined) return undefined
    for (let i = hashes.length - 1; i >= 0; i--) {
      const head = hashes[i]!
      const state = histories.get(head)
      if (state) return { head, state }
    }
    return undefined
  }

  /** Returns the most recently advanced state of this session. The client may have edited its history since. */
  newest(session: SessionKey): History | undefined {
    const [head, state] = [...(this.#sessions.get(nameOf(session)) ?? [])].at(-1) ?? []
    return head !== undefined && state ? { head, state } : undefined
  }

  /**
   * Stores `state` for the requests that extend its history: the messages before those that this request added, so that a retry
   * of the newest message finds it too. An advanced state is no longer found under its earlier head.
   */
  keep(session: SessionKey, hashes: readonly string[], state: FoldState): void {
    const head = hashes[state.keys.length - 1]
    if (head === undefined) return
    this.forget(state)
    const name = nameOf(session)
    const replaced = this.#sessions.get(name)?.get(head)
    if (replaced) this.forget(replaced)
    const histories = this.#sessions.get(name) ?? new Map<string, FoldState>()
    this.#sessions.set(name, histories.set(head, state))
    const size = sizeOfState(state)
    const owner = session.accountId
    this.#kept.set(state, { owner, session: name, head, size })
    this.#count(owner, size)
    this.#makeRoom(state)
  }

  /** Removes a state, also one that an error may have left inconsistent. */
  forget(state: FoldState): void {
    const kept = this.#kept.get(state)
    if (!kept) return
    this.#kept.delete(state)
    this.#count(kept.owner, -kept.size)
    const histories = this.#sessions.get(kept.session)
    histories?.delete(kept.head)
    if (histories?.size === 0) this.#sessions.delete(kept.session)
  }

  /** An account beyond its share loses its own states first. */
  #makeRoom(newest: FoldState): void {
    while (this.#total > this.#mostBytes) {
      const oldest = this.#oldestBeyondShare(newest) ?? this.#oldest(newest)
      if (oldest === undefined) return
      this.forget(oldest)
    }
  }

  #oldestBeyondShare(newest: FoldState): FoldState | undefined {
    const share = ACCOUNT_SHARE * this.#mostBytes
    const greedy = [...this.#byOwner].find(([, bytes]) => bytes > share)?.[0]
    if (greedy === undefined) return undefined
    for (const [state, { owner }] of this.#kept) if (owner === greedy && state !== newest) return state
    return undefined
  }

  #oldest(newest: FoldState): FoldState | undefined {
    for (const state of this.#kept.keys()) if (state !== newest) return state
    return undefined
  }

  #count(owner: string, bytes: number): void {
    this.#total += bytes
    const left = (this.#byOwner.get(owner) ?? 0) + bytes
    if (left > 0) this.#byOwner.set(owner, left)
    else this.#byOwner.delete(owner)
  }
}

/** A name that no other session has: account ids contain no line break. */
export function nameOf({ accountId, idHash }: SessionKey): string {
  return `${accountId}\n${idHash}`
}
