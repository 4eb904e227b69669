import { ServiceError } from '../errors.ts'

const RETRY_AFTER_SECONDS = 1

/** Bytes. Leases up to this size get extra room, so that a few large bodies do not block small ones. */
const SMALL_LEASE = 256 * 1024
/** Share of the limits that small leases may use. */
const SMALL_ROOM = 1.25

/** Limits in bytes of request bodies in memory, encoded or decoded, and of their copies. */
export interface BodyBudgetLimits {
  /** Limit for all requests in flight. */
  readonly maxBytes: number
  /** Limit for the requests of one key. */
  readonly maxBytesPerKey: number
}

/** The memory that one request holds until the request is over. */
export interface BodyLease {
  /** The key that the memory counts for. */
  readonly keyId: string
  /**
   * Adds `bytes` to the lease.
   * @throws {ServiceError} busy when the key or the server would hold too much; the lease is then unchanged.
   */
  grow(bytes: number): void
  /** Returns `bytes` of the lease to the budget. */
  shrink(bytes: number): void
  /**
   * Throws if `grow` would throw, and leases nothing: an announced body holds no memory yet.
   * @throws {ServiceError} busy
   */
  check(bytes: number): void
  /** Returns the whole lease. Later calls and a later `shrink` do nothing; a later `grow` throws. */
  release(): void
}

/**
 * Bounds the memory of request bodies, in total and for each key. Each body stays in memory until its response is over, and a
 * compressed body of a hundred bytes may become 32 MB.
 */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits
  readonly #heldByKey = new Map<string, number>()
  #held = 0

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits
  }

  /** Bytes held now, by all requests. */
  get held(): number {
    return this.#held
  }

  /** An empty lease that counts for `keyId`. */
  open(keyId: string): BodyLease {
    return new Lease(
      keyId,
      (bytes, total) => this.#check(keyId, bytes, total),
      (bytes) => this.#add(keyId, bytes),
    )
  }

  #check(keyId: string, bytes: number, total: number): void {
    const { maxBytes, maxBytesPerKey } = this.#limits
    const room = total <= SMALL_LEASE ? SMALL_ROOM : 1
    const ofKey = (this.#heldByKey.get(keyId) ?? 0) + bytes
    if (ofKey > maxBytesPerKey * room) throw tooMuch('of this key', maxBytesPerKey)
    if (this.#held + bytes > maxBytes * room) throw tooMuch('in flight', maxBytes)
  }

  #add(keyId: string, bytes: number): void {
    const held = (this.#heldByKey.get(keyId) ?? 0) + bytes
    if (held > 0) this.#heldByKey.set(keyId, held)
    else this.#heldByKey.delete(keyId)
    this.#held += bytes
  }
}

class Lease implements BodyLease {
  readonly keyId: string
  readonly #checkBudget: (bytes: number, total: number) => void
  readonly #add: (bytes: number) => void
  #bytes = 0
  #isReleased = false

  constructor(keyId: string, checkBudget: (bytes: number, total: number) => void, add: (bytes: number) => void) {
    this.keyId = keyId
    this.#checkBudget = checkBudget
    this.#add = add
  }

  check(bytes: number): void {
    this.#checkBudget(bytes, this.#bytes + bytes)
  }

  grow(bytes: number): void {
    // Memory of a finished request would never be released.
    if (this.#isReleased) throw new ServiceError('busy', { message: 'The request is over.' })
    this.#checkBudget(bytes, this.#bytes + bytes)
    this.#bytes += bytes
    this.#add(bytes)
  }

  shrink(bytes: number): void {
    const given = Math.min(bytes, this.#bytes)
    this.#bytes -= given
    this.#add(-given)
  }

  release(): void {
    this.#isReleased = true
    this.shrink(this.#bytes)
  }
}

function tooMuch(whose: string, limit: number): ServiceError {
  const megabytes = Math.floor(limit / (1024 * 1024))
  return new ServiceError('busy', {
    message: `The request bodies ${whose} would take more than ${megabytes} MB. Try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  })
}
