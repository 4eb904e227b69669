import { ServiceError } from '../errors.ts'

const RETRY_AFTER_SECONDS = 1

/** A lease up to this size finds room where larger ones find none: a few large bodies do not keep small ones out. */
const SMALL_LEASE = 256 * 1024
/** What small leases may use, as a share of the limits. */
const SMALL_ROOM = 1.25

/** Bytes of request bodies in memory, encoded or decoded, and of copies made of them. */
export interface BodyBudgetLimits {
  /** Of all requests in flight. */
  readonly maxBytes: number
  /** Of the requests of one key. */
  readonly maxBytesPerKey: number
}

/** The memory that one request holds. It is kept until the request is over. */
export interface BodyLease {
  /** On whose account it is. */
  readonly keyId: string
  /**
   * Holds `bytes` more.
   * @throws {ServiceError} busy when the key or the server would hold too much; nothing is taken then.
   */
  grow(bytes: number): void
  /** Gives `bytes` of what is held back. */
  shrink(bytes: number): void
  /**
   * Throws what growing by `bytes` would throw now, and takes nothing: a client that has only announced a body holds none.
   * @throws {ServiceError} busy
   */
  check(bytes: number): void
  /** Gives all of it back. Calls after the first do nothing, and neither does a later `shrink`; a later `grow` is refused. */
  release(): void
}

/**
 * Bounds the memory that request bodies take, in all and for each key: a compressed body of a hundred bytes may become
 * 32 MB, and every body stays until its answer is over.
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

  /** A lease of nothing yet, on the account of `keyId`. */
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
    // Work for a finished request must not hold memory that nothing releases.
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
    message: `The request bodies ${whose} already take ${megabytes} MB. Try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  })
}
