import type { Conversation, WireFormat } from '@pleat/core'
import { factsOf } from './body-facts.ts'
import type { BodyFacts } from './compression-port.ts'
import { prefixHashes } from './prefix-hashes.ts'
import { type ReadDeps, type ReadMemory, readBodyView } from './read-body.ts'

/** The result of reading a body. */
export interface ReadFacts {
  readonly facts: BodyFacts
  /** Undefined if the body contains no conversation. */
  readonly conversation: Conversation | undefined
  /** Prefix hashes of the conversation, shortest first. */
  readonly hashes: readonly string[]
}

/** Reads a body. Never throws: if a reader fails, the body is opaque and is sent unchanged. */
export function readFacts(deps: ReadDeps, memory: ReadMemory, format: WireFormat, body: Buffer): ReadFacts {
  try {
    const view = readBodyView(deps, memory, format, body)
    const conversation = view.kind === 'conversation' ? view.conversation : undefined
    const hashes = conversation ? prefixHashes(conversation, memory.owner, deps.hash) : []
    return { facts: factsOf(view, hashes, deps.caches), conversation, hashes }
  } catch (error) {
    deps.counters.add('view_failed')
    deps.log.error({ error }, 'A request could not be read; the original is sent.')
    const facts: BodyFacts = { kind: 'opaque', reason: 'unreadable', model: '' }
    return { facts, conversation: undefined, hashes: [] }
  }
}
