import type { Hash } from '@pleat/core'
import { isOperator } from '../gate/operator-account.ts'
import type { ObjectStore } from '../object-port.ts'
import type { Caller, Log, Provider } from '../ports.ts'

/**
 * Keeps the objects of accounts apart that share the server's key at a provider: each belongs to the account that made it.
 * What nobody is known to have made (in the provider's own dashboard, say) belongs to the operator's account.
 */
export class SharedObjects {
  readonly #store: ObjectStore
  readonly #hash: Hash
  readonly #log: Log
  /** Being stored. */
  readonly #pending = new Map<string, string>()

  constructor({ store, hash, log }: { store: ObjectStore; hash: Hash; log: Log }) {
    this.#store = store
    this.#hash = hash
    this.#log = log
  }

  /** Those of `ids` that the caller may use. */
  async usable(caller: Caller, provider: Provider, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const ownerOf = await this.#owners(provider, ids)
    const isUsable = (id: string) => {
      const owner = ownerOf(id)
      return owner === undefined ? isOperator(caller) : owner === caller.accountId
    }
    return new Set(ids.filter(isUsable))
  }

  /** Whether one of `ids` is known to belong to another account. */
  async isForeign(caller: Caller, provider: Provider, ids: readonly string[]): Promise<boolean> {
    if (ids.length === 0) return false
    const ownerOf = await this.#owners(provider, ids)
    return ids.some((id) => (ownerOf(id) ?? caller.accountId) !== caller.accountId)
  }

  /** Whether a list may hold objects that the caller may not see. */
  async mayHoldForeign(caller: Caller): Promise<boolean> {
    return !isOperator(caller) || (await this.mayMeetForeign(caller))
  }

  /** Whether any object is known to belong to another account. */
  async mayMeetForeign({ accountId }: Caller): Promise<boolean> {
    return (await this.#store.hasOthers(accountId)) || [...this.#pending.values()].some((owner) => owner !== accountId)
  }

  /** Notes that the caller made these. In this process that counts at once, elsewhere when it resolves. Never rejects. */
  async claim(caller: Caller, provider: Provider, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const hashes = ids.map((id) => this.#hashOf(provider, id))
    for (const hash of hashes) this.#pending.set(hash, caller.accountId)
    try {
      await this.#store.claim(caller.accountId, hashes)
    } catch (error) {
      this.#log.error({ error, account: caller.accountId }, 'The owner of an object at a provider could not be stored.')
    } finally {
      for (const hash of hashes) this.#pending.delete(hash)
    }
  }

  /** Forgets an object that the provider has removed. Never rejects. */
  async forget(caller: Caller, provider: Provider, id: string): Promise<void> {
    try {
      await this.#store.forget(caller.accountId, this.#hashOf(provider, id))
    } catch (error) {
      this.#log.warn({ error, account: caller.accountId }, 'A removed object of a provider could not be forgotten.')
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
