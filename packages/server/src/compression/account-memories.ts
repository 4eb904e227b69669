import { createMessageMemo, createTokenMemo, type MessageMemo, type TokenMemo } from '@pleat/core'

/** What is remembered of the messages of one account: shapes and token counts, no text. */
export interface AccountMemory {
  readonly messages: MessageMemo
  readonly tokens: TokenMemo
}

export interface AccountMemoryLimits {
  /** Bytes of the shapes, and of the counts, that are remembered for one account. */
  readonly shapeBytes: number
  readonly countBytes: number
  /** Accounts that are remembered; the one used longest ago leaves. */
  readonly accounts: number
}

/**
 * A memory for each account. What one account has sent makes no request of another faster, so that no timing tells one
 * account of another's text.
 */
export class AccountMemories {
  readonly #limits: AccountMemoryLimits
  /** Least recently used first. */
  readonly #memories = new Map<string, AccountMemory>()
  /** The account that was asked for last: requests of one account often come in a row. */
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
