/** The owner of a body, and its length. */
export interface CostlyBody {
  readonly accountId: string
  readonly affinity: string
  readonly bytes: number
}

/** Milliseconds for which bodies like one that ended a thread are sent unchanged. */
const BLOCKED_MS = 10 * 60_000
/** A body of at least this share of its size counts as similar: the conversation may have been shortened a little. */
const LIKE_SHARE = 0.5
const MAX_KEPT = 1000

/** Remembers the bodies that ended a thread, so that later turns of their conversations do not end one again. */
export class CostlyBodies {
  readonly #now: () => number
  /** Blocked bodies by account and affinity, oldest first. */
  readonly #blocked = new Map<string, { readonly bytes: number; readonly until: number }>()

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  add(body: CostlyBody): void {
    const key = keyOf(body)
    this.#blocked.delete(key)
    this.#blocked.set(key, { bytes: LIKE_SHARE * body.bytes, until: this.#now() + BLOCKED_MS })
    if (this.#blocked.size > MAX_KEPT) this.#blocked.delete(this.#blocked.keys().next().value!)
  }

  includes(body: CostlyBody): boolean {
    if (this.#blocked.size === 0) return false
    const key = keyOf(body)
    const blocked = this.#blocked.get(key)
    if (blocked === undefined) return false
    if (this.#now() < blocked.until) return body.bytes >= blocked.bytes
    this.#blocked.delete(key)
    return false
  }
}

function keyOf({ accountId, affinity }: CostlyBody): string {
  return `${accountId}\n${affinity}`
}
