import { setImmediate as nextTick } from 'node:timers/promises'
import type { Hash } from '@pleat/core'
import type { Provider } from '../config/providers.ts'
import { ServiceError } from '../errors.ts'
import { FairQueue } from '../gate/fair-queue.ts'
import type { Caller } from '../gate/key-port.ts'
import { isOperator } from '../gate/operator-account.ts'
import type { Clock, Log } from '../ports.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { ForeignObjects } from './foreign-objects.ts'
import type { ObjectStore } from './object-port.ts'
import { WriteBatch } from './write-batch.ts'

/** Ids that are looked up in one tick of the event loop: about a millisecond with SQLite. */
const IDS_AT_ONCE = 500
/** Limit of an account's look-ups of more ids that wait for their turn. Each of them keeps its ids in memory. */
const MAX_LONG_LOOKUPS = 30
/** Limit of objects whose owners wait for an unavailable store. The owners of further ones are lost. */
const MAX_PENDING = 50_000

interface SharedObjectsOptions {
  readonly store: ObjectStore
  readonly hash: Hash
  readonly clock: Clock
  readonly log: Log
  /** Called when owners are lost. */
  onFailure(): void
}

/** The owner of one object, until `expiresAt`. */
interface Claim {
  readonly accountId: string
  readonly idHash: string
  readonly expiresAt: number | null
}

/**
 * Separates the objects of accounts that share the server's key at a provider. Each object belongs to the account that
 * created it. Objects without a known creator (made in the provider's own dashboard, for example) belong to the operator's
 * account.
 */
export class SharedObjects {
  readonly #store: ObjectStore
  readonly #hash: Hash
  readonly #clock: Clock
  readonly #log: Log
  readonly #onFailure: () => void
  readonly #foreign: ForeignObjects
  /** Look-ups that take several ticks. With more than one at a time, each tick would take longer. */
  readonly #longLookups = new FairQueue(1)
  /** Objects whose owners are being stored, or wait for the store. */
  readonly #pending = new Map<string, Claim>()
  /** Claims that failed while the store was not available. */
  readonly #waiting: WriteBatch<Claim>

  constructor({ store, hash, clock, log, onFailure }: SharedObjectsOptions) {
    this.#store = store
    this.#hash = hash
    this.#clock = clock
    this.#log = log
    this.#onFailure = onFailure
    this.#foreign = new ForeignObjects(store, clock)
    const what = 'the owners of objects at providers'
    this.#waiting = new WriteBatch({ write: (claims) => this.#writeEach(claims), what, log, onFailure })
  }

  /**
   * Returns those of `ids` that the caller may use.
   * @throws {ServiceError} busy
   * @throws {StoreUnavailable}
   */
  async usable(caller: Caller, provider: Provider, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const owners = await this.#owners(caller, provider, ids)
    const isUsable = (id: string) => {
      const owner = owners.get(id)
      return owner === undefined ? isOperator(caller) : owner === caller.accountId
    }
    return new Set(ids.filter(isUsable))
  }

  /**
   * True if one of `ids` is known to belong to another account.
   * @throws {ServiceError} busy
   * @throws {StoreUnavailable}
   */
  async isForeign(caller: Caller, provider: Provider, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return false
    const owners = await this.#owners(caller, provider, ids)
    return [...owners.values()].some((owner) => owner !== caller.accountId)
  }

  /** True if a list may contain objects that the caller may not see. */
  async mayHoldForeign(caller: Caller): Promise<boolean> {
    return !isOperator(caller) || (await this.mayMeetForeign(caller))
  }

  /**
   * True if any object belongs to another account. Also true while the store is not available: a request without object ids
   * continues then, and one with ids fails when their owner is looked up.
   */
  async mayMeetForeign({ accountId }: Caller): Promise<boolean> {
    return await this.#foreign.mayExist(accountId)
  }

  /**
   * Notes that the caller created these objects: at once in this process, in others when it resolves, or once the store is
   * available again. Never rejects.
   */
  async claim(caller: Caller, provider: Provider, ids: readonly string[], lifetimeMs?: number): Promise<void> {
    const { accountId } = caller
    const expiresAt = lifetimeMs === undefined ? null : this.#clock.now() + lifetimeMs
    const claims = [...new Set(ids)].map((id) => ({ accountId, idHash: this.#hashOf(provider, id), expiresAt }))
    // The first owner keeps an object, also while it waits for the store.
    await this.#write(claims.filter(({ idHash }) => !this.#pending.has(idHash)))
  }

  async #write(claims: readonly Claim[]): Promise<void> {
    const [first] = claims
    if (first === undefined) return
    for (const claim of claims) this.#pending.set(claim.idHash, claim)
    try {
      const idHashes = claims.map(({ idHash }) => idHash)
      await this.#store.claim(first.accountId, idHashes, first.expiresAt)
      this.#settle(claims)
    } catch (error) {
      if (error instanceof StoreUnavailable && this.#pending.size <= MAX_PENDING) {
        for (const claim of claims) this.#waiting.add(claim)
      } else this.#lose(claims, error)
    }
  }

  /** @throws {StoreUnavailable} */
  async #writeEach(claims: readonly Claim[]): Promise<void> {
    for (const claim of claims) {
      const { accountId, idHash, expiresAt } = claim
      // An earlier attempt stored it, or its object was deleted.
      if (this.#pending.get(idHash) !== claim) continue
      try {
        await this.#store.claim(accountId, [idHash], expiresAt)
        this.#settle([claim])
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error
        this.#lose([claim], error)
      }
    }
  }

  #lose(claims: readonly Claim[], error: unknown): void {
    this.#settle(claims)
    this.#onFailure()
    const account = claims[0]!.accountId
    this.#log.error({ error, account }, 'The owner of an object at a provider could not be stored.')
  }

  #settle(claims: readonly Claim[]): void {
    for (const { accountId, idHash } of claims) {
      this.#pending.delete(idHash)
      this.#foreign.noteObject(accountId)
    }
  }

  /** Resolves when all waiting owners are stored, or after ten seconds. */
  async flush(): Promise<void> {
    await this.#waiting.flush()
  }

  /** Removes an object that the provider has deleted. Never rejects. */
  async forget(caller: Caller, provider: Provider, id: string): Promise<void> {
    const idHash = this.#hashOf(provider, id)
    if (this.#pending.get(idHash)?.accountId === caller.accountId) this.#pending.delete(idHash)
    try {
      await this.#store.forget(caller.accountId, idHash)
    } catch (error) {
      this.#log.warn(
        { error, account: caller.accountId },
        'A deleted object of a provider could not be removed from the store.',
      )
    }
  }

  /** The known owners by id. */
  async #owners(caller: Caller, provider: Provider, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const lookUp = () => this.#lookUp(provider, ids)
    if (ids.length <= IDS_AT_ONCE) return await lookUp()
    const { accountId } = caller
    if (this.#longLookups.waiting(accountId) >= MAX_LONG_LOOKUPS) {
      throw new ServiceError('busy', {
        message: `${MAX_LONG_LOOKUPS} requests of this account that name more than ${IDS_AT_ONCE} objects wait for their check. Try again in 1 s.`,
        headers: { 'Retry-After': '1' },
      })
    }
    return await this.#longLookups.run(accountId, lookUp)
  }

  async #lookUp(provider: Provider, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const owners = new Map<string, string>()
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      if (from > 0) await nextTick()
      const hashed = ids.slice(from, from + IDS_AT_ONCE).map((id) => ({ id, hash: this.#hashOf(provider, id) }))
      const note = (id: string, owner: string | undefined) => owner !== undefined && owners.set(id, owner)
      // Read before the store: an object that is stored meanwhile is no longer pending.
      for (const { id, hash } of hashed) note(id, this.#pending.get(hash)?.accountId)
      const stored = await this.#store.findOwners(hashed.map(({ hash }) => hash))
      for (const { id, hash } of hashed) note(id, stored.get(hash))
    }
    return owners
  }

  #hashOf(provider: Provider, id: string): string {
    return this.#hash(JSON.stringify([provider, id]))
  }
}
