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
/**
 * Number of similar bodies of one account from which its other conversations are blocked too. A client chooses the
 * affinity of each request.
 */
const BLOCKS_ACCOUNT = 2
const MAX_KEPT = 1000

/**
 * Remembers the bodies that ended a thread, so that later turns of their conversations, or other conversations of an
 * account that ends threads repeatedly, do not end one again.
 */
export class CostlyBodies {
  readonly #now: () => number
  /** Bodies that ended a thread, oldest first. */
  readonly #kept: (CostlyBody & { readonly until: number })[] = []

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  add({ accountId, affinity, bytes }: CostlyBody): void {
    this.#kept.push({ accountId, affinity, bytes, until: this.#now() + BLOCKED_MS })
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()
  }

  /** True if a similar body of the same conversation ended a thread, or two similar bodies of the same account. */
  includes({ accountId, affinity, bytes }: CostlyBody): boolean {
    while (this.#kept[0] && this.#kept[0].until <= this.#now()) this.#kept.shift()
    const similar = this.#kept.filter((kept) => kept.accountId === accountId && bytes >= LIKE_SHARE * kept.bytes)
    return similar.length >= BLOCKS_ACCOUNT || similar.some((kept) => kept.affinity === affinity)
  }
}
