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

/** The known caching of the provider. */
export interface KnownCache {
  /** Undefined: there is no cache, so that every fold is free and as much as possible is folded. */
  readonly caching?: Caching | undefined
  /** The cache signs at the time of each request. */
  readonly signs?: () => readonly CacheSign[]
}

/** Inputs of the fold of one request. */
export interface FoldingNow {
  readonly state: FoldState | undefined
  readonly policy: Policy
  readonly cache?: KnownCache | undefined
}

/** The folded request, and the fold state after it. */
export interface Folded {
  readonly sent: readonly WireMessage[]
  readonly state: FoldState | undefined
}

/** Reads a request once, and folds it in any number of ways. */
export type ReadToFold = (messages: readonly WireMessage[]) => (now: FoldingNow) => Folded

/** The fold without a proxy. Its input and output are bodies, as in the proxy. */
export function createReader(kind: WireKind): ReadToFold {
  const memo = createMessageMemo(MEMO_BYTES)
  const counter = createPartCounter(encodingOf('o200k'), createTokenMemo(MEMO_BYTES), shortSha256)
  const vectors = loadStaticVectors()
  const count = (text: string) => encodingOf('o200k').count(text)
  return (messages) => {
    const body = JSON.stringify(bodyOf(kind, messages))
    const view = readRequest(body, FORMATS[kind], { hash: shortSha256, memo })
    if (view.kind !== 'conversation' || view.conversation.bypass !== undefined) {
      return ({ state }) => ({ sent: messages, state })
    }
    const { conversation } = view
    const transcript = transcriptOf(conversation, (message) => counter.countMessage(conversation, message))
    return ({ state, policy, cache }) => {
      const known = { caching: cache?.caching, cacheSigns: cache?.signs?.() ?? [] }
      const result = fold({ transcript, state, policy, count, vectors, ...known })
      if (result.edits.length === 0) return { sent: messages, state: result.state }
      const text = splice(conversation, result.edits)
      const isSound = findProblem(conversation.format, text) === undefined
      return { sent: isSound ? messagesIn(text) : messages, state: result.state }
    }
  }
}

/** The fold as a method of `replayInProcess`. */
export function createOurs(policy: Policy = DEFAULT_POLICY, cache: KnownCache = {}): Method {
  return {
    name: 'ours',
    title: '**Pleat**',
    open(kind) {
      const read = createReader(kind)
      let state: FoldState | undefined
      return ({ messages }) => {
        const folded = read(messages)({ state, policy, cache })
        state = folded.state
        return folded.sent
      }
    },
  }
}

function messagesIn(text: string): readonly WireMessage[] {
  const { system, messages } = JSON.parse(text) as { system?: string; messages: readonly WireMessage[] }
  return system === undefined ? messages : [{ role: 'system', content: system }, ...messages]
}
