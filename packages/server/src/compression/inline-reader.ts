import {
  type CacheTable,
  type Conversation,
  countRequest,
  createPartCounter,
  encodingOf,
  type Hash,
  type WireFormat,
} from '@pleat/core'
import type { Log } from '../ports.ts'
import { AccountMemories, type AccountMemory } from './account-memories.ts'
import type { Compression, ConversationFacts, Finish, Prepared, Reading } from './compression-port.ts'
import { loadProfile } from './count-in-steps.ts'
import type { CounterSink } from './counter-sink.ts'
import { guessTokens } from './guess-tokens.ts'
import { NOTHING_PREPARED } from './nothing-prepared.ts'
import { LONG_BODY } from './read-body.ts'
import { readFacts } from './read-facts.ts'

export interface InlineDeps {
  readonly hash: Hash
  /** The same hash, computed from the bytes of a text. */
  readonly hashBytes: (bytes: Uint8Array) => string
  /** How providers cache the input of models. */
  readonly caches: CacheTable
  readonly log: Log
  readonly counters: CounterSink
  readonly compression: Compression
}

/** The account that sent a body, and its wire format. */
export interface BodySource {
  readonly accountId: string
  /** Equal for the requests of one conversation, according to headers. Only called if another thread reads the body. */
  readonly affinity: () => string
  readonly format: WireFormat
}

/** Memory per account for small bodies: enough for a few hundred short conversations. */
const ACCOUNT_MEMORY = { shapeBytes: 512 * 1024, countBytes: 128 * 1024, accounts: 64 }

/**
 * Reads short bodies that are not folded on the event loop, where a transfer to another thread would cost more than the
 * reading. All other bodies are read by the compression.
 */
export class InlineReader {
  readonly #deps: InlineDeps
  readonly #accounts = new AccountMemories(ACCOUNT_MEMORY)
  /** Bodies that are being added to a tag cloud. */
  readonly #passing = new Set<Promise<void>>()

  constructor(deps: InlineDeps) {
    this.#deps = deps
  }

  /** @param staysUnfolded returns true if the facts alone decide that the conversation is not folded */
  async read(body: Buffer, source: BodySource, staysUnfolded: (facts: ConversationFacts) => boolean): Promise<Reading> {
    if (body.length >= LONG_BODY) return await this.#readElsewhere(body, source)
    const { accountId, format } = source
    const memory = this.#accounts.of(accountId)
    const readMemory = { owner: accountId, messages: memory.messages, recentBodies: undefined }
    const { facts, conversation } = readFacts(this.#deps, readMemory, format, body)
    if (facts.kind === 'conversation' && !staysUnfolded(facts)) return await this.#readElsewhere(body, source)
    let isReleased = false
    return {
      facts,
      prepare: () => this.#prepare(conversation, memory, body.length),
      release: (finish) => {
        if (!isReleased) this.#noteCloud(body, source, finish)
        isReleased = true
      },
    }
  }

  /** Resolves when every tag cloud noted so far is stored. */
  async flush(): Promise<void> {
    await Promise.all(this.#passing)
    await this.#deps.compression.flush()
  }

  #readElsewhere(body: Buffer, { accountId, affinity, format }: BodySource): Promise<Reading> {
    return this.#deps.compression.read(body, { accountId, affinity: affinity(), format })
  }

  async #prepare(conversation: Conversation | undefined, memory: AccountMemory, bytes: number): Promise<Prepared> {
    if (conversation === undefined) return onlyCounted(guessTokens(bytes))
    const { hash, counters, log } = this.#deps
    try {
      const profile = await loadProfile(conversation)
      const counter = createPartCounter(encodingOf(profile.encoding), memory.tokens, hash)
      return onlyCounted(countRequest(conversation, profile, counter).total)
    } catch (error) {
      counters.add('count_failed')
      log.error({ error }, 'The tokens of a request could not be counted; they are estimated.')
      return onlyCounted(guessTokens(bytes))
    }
  }

  /** Sends the body to the compression, which adds its messages to the tag cloud. */
  #noteCloud(body: Buffer, source: BodySource, finish: Finish): void {
    if (finish.cloud === undefined) return
    const passing = this.#readElsewhere(body, source)
      .then((reading) => reading.release(finish))
      .finally(() => this.#passing.delete(passing))
    this.#passing.add(passing)
  }
}

function onlyCounted(rawTokens: number): Prepared {
  return { ...NOTHING_PREPARED, outcome: 'none', rawTokens, isComplete: true }
}
