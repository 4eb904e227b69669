import type { Hash } from '@pleat/core'
import type { Provider } from '../config/providers.ts'
import type { Caller } from '../gate/key-port.ts'
import { isOperator } from '../gate/operator-account.ts'
import type { Clock, Log } from '../ports.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { ObjectStore } from './object-port.ts'

/** Milliseconds for which it is assumed that other accounts have objects, and that they have none yet. */
const LONG_MS = 60_000
const SHORT_MS = 1_000
const MAX_ACCOUNTS = 10_000

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
  /** By account: `has` is true if others have objects, and the finding is valid `until` this time. */
  readonly #foreign = new Map<string, { readonly has: boolean; readonly until: number }>()
  /** Objects that are being stored. */
  readonly #pending = new Map<string, string>()

  constructor({ store, hash, clock, log }: { store: ObjectStore; hash: Hash; clock: Clock; log: Log }) {
    this.#store = store
    this.#hash = hash
    this.#clock = clock
    this.#log = log
  }

  /** Returns those of `ids` that the caller may use. */
  async usable(caller: Caller, provider: Provider, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const ownerOf = await this.#owners(provider, ids)
    const isUsable = (id: string) => {
      const owner = ownerOf(id)
      return owner === undefined ? isOperator(caller) : owner === caller.accountId
    }
    return new Set(ids.filter(isUsable))
  }

  /** True if one of `ids` is known to belong to another account. */
  async isForeign(caller: Caller, provider: Provider, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return false
    const ownerOf = await this.#owners(provider, ids)
    return ids.some((id) => (ownerOf(id) ?? caller.accountId) !== caller.accountId)
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
    const known = this.#foreign.get(accountId)
    if (known && known.until > this.#clock.now()) return known.has
    const has = await this.#store.hasOthers(accountId).catch(unlessUnavailable)
    if (this.#foreign.size >= MAX_ACCOUNTS) this.#foreign.clear()
    if (has === undefined) return true
    this.#foreign.set(accountId, { has, until: this.#clock.now() + (has ? LONG_MS : SHORT_MS) })
    return has
  }

  /**
   * Notes that the caller created these objects: at once in this process, in others when it resolves. Never rejects.
   */
  async claim(caller: Caller, provider: Provider, ids: readonly string[], lifetimeMs?: number): Promise<void> {
    if (ids.length === 0) return
    const hashes = ids.map((id) => this.#hashOf(provider, id))
    for (const hash of hashes) this.#pending.set(hash, caller.accountId)
    try {
      const expiresAt = lifetimeMs === undefined ? null : this.#clock.now() + lifetimeMs
      await this.#store.claim(caller.accountId, hashes, expiresAt)
    } catch (error) {
      this.#log.error({ error, account: caller.accountId }, 'The owner of an object at a provider could not be stored.')
    } finally {
      for (const hash of hashes) this.#pending.delete(hash)
      // A cached "no objects" is no longer valid.
      this.#foreign.clear()
    }
  }

  /** Removes an object that the provider has deleted. Never rejects. */
  async forget(caller: Caller, provider: Provider, id: string): Promise<void> {
    try {
      await this.#store.forget(caller.accountId, this.#hashOf(provider, id))
    } catch (error) {
      this.#log.warn(
        { error, account: caller.accountId },
        'A deleted object of a provider could not be removed from the store.',
      )
    }
  }

  async #owners(provider: Provider, ids: readonly string[]): Promise<(id: string) => string | undefined> {
    const hashes = new Map(ids.map((id) => [id, this.#hashOf(provider, id)]))
    const pending = new Map(this.#pending)
    const stored = await this.#store.findOwners([...hashes.values()])
    return (id) => {
      const hash = hashes.get(id)!
      return stored.get(hash) ?? pending.get(hash)
    }
  }

  #hashOf(provider: Provider, id: string): string {
    return this.#hash(JSON.stringify([provider, id]))
  }
}

function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable)) throw error
}
