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
  /** Limit for the requests of one account. */
  readonly maxBytesPerAccount: number
}

/** The memory that one request holds until the request is over. */
export interface BodyLease {
  /** The account that the memory counts for. */
  readonly accountId: string
  /**
   * Adds `bytes` to the lease.
   * @throws {ServiceError} busy when the account or the server would hold too much; the lease is then unchanged.
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
 * Bounds the memory of request bodies, in total and for each account. Each body stays in memory until its response is
 * over, and a compressed body of a hundred bytes may become 32 MB.
 */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits
  readonly #heldByAccount = new Map<string, number>()
  #held = 0

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits
  }

  /** Bytes held now, by all requests. */
  get held(): number {
    return this.#held
  }

  /** An empty lease that counts for `accountId`. */
  open(accountId: string): BodyLease {
    return new Lease(
      accountId,
      (bytes, total) => this.#check(accountId, bytes, total),
      (bytes) => this.#add(accountId, bytes),
    )
  }

  #check(accountId: string, bytes: number, total: number): void {
    const { maxBytes, maxBytesPerAccount } = this.#limits
    const room = total <= SMALL_LEASE ? SMALL_ROOM : 1
    const ofAccount = (this.#heldByAccount.get(accountId) ?? 0) + bytes
    if (ofAccount > maxBytesPerAccount * room) throw tooMuch('of this account', maxBytesPerAccount)
    if (this.#held + bytes > maxBytes * room) throw tooMuch('in flight', maxBytes)
  }

  #add(accountId: string, bytes: number): void {
    const held = (this.#heldByAccount.get(accountId) ?? 0) + bytes
    if (held > 0) this.#heldByAccount.set(accountId, held)
    else this.#heldByAccount.delete(accountId)
    this.#held += bytes
  }
}

class Lease implements BodyLease {
  readonly accountId: string
  readonly #checkBudget: (bytes: number, total: number) => void
  readonly #add: (bytes: number) => void
  #bytes = 0
  #isReleased = false

  constructor(accountId: string, checkBudget: (bytes: number, total: number) => void, add: (bytes: number) => void) {
    this.accountId = accountId
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
