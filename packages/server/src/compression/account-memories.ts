import { createMessageMemo, createTokenMemo, type MessageMemo, type TokenMemo } from '@pleat/core'

/** Properties of one account's messages: shapes, token counts, and the text of a few first messages and frames. */
export interface AccountMemory {
  readonly messages: MessageMemo
  readonly tokens: TokenMemo
}

export interface AccountMemoryLimits {
  /** Limits in bytes for the shapes and the counts of one account. */
  readonly shapeBytes: number
  readonly countBytes: number
  /** Limit of accounts in memory. The least recently used one is evicted. */
  readonly accounts: number
}

/**
 * One memory per account. Requests of one account never speed up those of another, so timing reveals nothing about another
 * account's text.
 */
export class AccountMemories {
  readonly #limits: AccountMemoryLimits
  /** Least recently used first. */
  readonly #memories = new Map<string, AccountMemory>()
  /** The most recently used account: requests of one account often arrive in a row. */
  #newest: { readonly accountId: string; readonly memory: AccountMemory } | undefined

  constructor(limits: AccountMemoryLimits) {
    this.#limits = limits
  }

  of(accountId: string): AccountMemory {
    if (this.#newest?.accountId === accountId) return this.#newest.memory
    const memory = this.#memories.get(accountId) ?? this.#create()
    this.#memories.delete(accountId)
    this.#memories.set(accountId, memory)
    if (this.#memories.size > this.#limits.accounts) this.#memories.delete(this.#memories.keys().next().value!)
    this.#newest = { accountId, memory }
    return memory
  }

  #create(): AccountMemory {
    const { shapeBytes, countBytes } = this.#limits
    return { messages: createMessageMemo(shapeBytes), tokens: createTokenMemo(countBytes) }
  }
}
