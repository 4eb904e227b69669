import {
  type CacheSign,
  type Caching,
  createMessageMemo,
  createPartCounter,
  createTokenMemo,
  DEFAULT_POLICY,
  encodingOf,
  type FoldState,
  findProblem,
  fold,
  type Policy,
  readRequest,
  splice,
  transcriptOf,
  type WireFormat,
} from '@pleat/core'
import { shortSha256 } from '../../packages/server/src/adapters/sha256.ts'
import { loadStaticVectors } from '../../packages/server/src/adapters/static-vectors-file.ts'
import type { WireMessage } from './recordings.ts'
import type { WireKind } from './scoring.ts'
import { bodyOf, type Method } from './twin.ts'

const FORMATS: Readonly<Record<WireKind, WireFormat>> = { openai: 'openai-chat', anthropic: 'anthropic-messages' }
const MEMO_BYTES = 64 * 1024 * 1024

/** What is known of the provider's cache. */
export interface KnownCache {
  /** Undefined: there is none, so that every fold is free and as much is folded as can be. */
  readonly caching?: Caching | undefined
  /** At the time of each request. */
  readonly signs?: () => readonly CacheSign[]
}

/**
 * The fold as a method, without a proxy around it; what it reads and writes are bodies, as in the proxy.
 */
export function createOurs(policy: Policy = DEFAULT_POLICY, cache: KnownCache = {}): Method {
  const memo = createMessageMemo(MEMO_BYTES)
  const counter = createPartCounter(encodingOf('o200k'), createTokenMemo(MEMO_BYTES), shortSha256)
  const vectors = loadStaticVectors()
  return {
    name: 'ours',
    title: '**Pleat**',
    open(kind) {
      let state: FoldState | undefined
      return ({ messages }) => {
        const body = JSON.stringify(bodyOf(kind, messages))
        const view = readRequest(body, FORMATS[kind], { hash: shortSha256, memo })
        if (view.kind !== 'conversation' || view.conversation.bypass !== undefined) return messages
        const { conversation } = view
        const transcript = transcriptOf(conversation, (message) => counter.countMessage(conversation, message))
        const count = (text: string) => encodingOf('o200k').count(text)
        const result = fold({
          transcript,
          state,
          policy,
          count,
          vectors,
          caching: cache.caching,
          cacheSigns: cache.signs?.() ?? [],
        })
        state = result.state
        if (result.edits.length === 0) return messages
        const text = splice(conversation, result.edits)
        return findProblem(conversation.format, text) === undefined ? messagesIn(text) : messages
      }
    },
  }
}

function messagesIn(text: string): readonly WireMessage[] {
  const { system, messages } = JSON.parse(text) as { system?: string; messages: readonly WireMessage[] }
  return system === undefined ? messages : [{ role: 'system', content: system }, ...messages]
}
