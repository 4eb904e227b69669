import {
  type CacheSign,
  type Caching,
  type Conversation,
  createPartCounter,
  DEFAULT_POLICY,
  type Edit,
  encodingOf,
  type FoldInput,
  type FoldResult,
  type FoldState,
  fold,
  foldInSteps,
  type Hash,
  observeInSteps,
  type StaticVectors,
  savedByEdits,
  type TokenMemo,
  tokenProfileOf,
  transcriptOf,
} from '@pleat/core'
import type { Objective } from './compression-port.ts'

export interface FoldDeps {
  readonly hash: Hash
  readonly tokenMemo: TokenMemo
  readonly vectors: StaticVectors | undefined
}

export interface FoldRequest {
  readonly conversation: Conversation
  /** Of an earlier request of the same history; only saves work. */
  readonly state: FoldState | undefined
  /** Of the newest request of the session, whose history the client may have edited since. */
  readonly former?: FoldState | undefined
  readonly objective: Objective
  readonly caching: Caching
  /** What is known of the provider's cache. */
  readonly cacheSigns: readonly CacheSign[]
  /** o200k tokens that all messages may have together; undefined: no window is known. */
  readonly window?: number | undefined
}

export interface Folding {
  readonly edits: readonly Edit[]
  readonly state: FoldState
  /** `folded`, `recalled`, or why nothing was done. */
  readonly outcome: string
  /** Raw tokens that the edits take off the request, in the encoding of its model. */
  readonly savedTokens: number
}

/**
 * The edits that fold this request. The fold decides in o200k tokens whatever the model, so that a change of model in
 * mid-conversation moves nothing that was sent; what it saves is counted as the model counts.
 */
export function foldRequest(deps: FoldDeps, request: FoldRequest): Folding {
  return foldingOf(deps, request, fold(inputOf(deps, request)))
}

/** The same, pausing after every turn of a history that is folded for the first time. */
export function* foldRequestInSteps(deps: FoldDeps, request: FoldRequest): Generator<void, Folding, void> {
  return foldingOf(deps, request, yield* foldInSteps(inputOf(deps, request)))
}

/** The memory of a history with the newest messages, of a request that is answered; see `observeInSteps`. */
export function observeRequestInSteps(deps: FoldDeps, request: FoldRequest): Generator<void, FoldState, void> {
  return observeInSteps(inputOf(deps, request))
}

function inputOf(
  deps: FoldDeps,
  { conversation, state, former, objective, caching, cacheSigns, window }: FoldRequest,
): FoldInput {
  const o200k = createPartCounter(encodingOf('o200k'), deps.tokenMemo, deps.hash)
  return {
    transcript: transcriptOf(conversation, (message) => o200k.countMessage(conversation, message)),
    state,
    former,
    policy: { ...DEFAULT_POLICY, objective },
    count: (text) => encodingOf('o200k').count(text),
    vectors: deps.vectors,
    caching,
    cacheSigns,
    window,
  }
}

function foldingOf(deps: FoldDeps, { conversation }: FoldRequest, folded: FoldResult): Folding {
  const profile = tokenProfileOf(conversation.model, conversation.format)
  const counter = createPartCounter(encodingOf(profile.encoding), deps.tokenMemo, deps.hash)
  const savedTokens = savedByEdits(conversation, folded.edits, { profile, counter })
  return { edits: folded.edits, state: folded.state, outcome: folded.outcome, savedTokens }
}
