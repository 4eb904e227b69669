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
  /** State of an earlier request with the same history. It only saves work. */
  readonly state: FoldState | undefined
  /** State of the session's newest request, whose history the client may have edited since. */
  readonly former?: FoldState | undefined
  readonly objective: Objective
  readonly caching: Caching
  /** State of the provider's cache. */
  readonly cacheSigns: readonly CacheSign[]
  /** o200k tokens that all messages together may have. Undefined: no window is known. */
  readonly window?: number | undefined
}

export interface Folding {
  readonly edits: readonly Edit[]
  readonly state: FoldState
  /** `folded`, `recalled`, or the reason why nothing was done. */
  readonly outcome: string
  /** Raw tokens that the edits save, in the encoding of the model. */
  readonly savedTokens: number
}

/**
 * Returns the edits that fold this request. The fold decides in o200k tokens for every model, so that a change of model within
 * a conversation changes no sent bytes. Savings are counted in the model's tokens.
 */
export function foldRequest(deps: FoldDeps, request: FoldRequest): Folding {
  return foldingOf(deps, request, fold(inputOf(deps, request)))
}

/** The same in steps, with pauses if the whole history is folded: for the first time or again. See `foldInSteps`. */
export function* foldRequestInSteps(deps: FoldDeps, request: FoldRequest): Generator<void, Folding, void> {
  return foldingOf(deps, request, yield* foldInSteps(inputOf(deps, request)))
}

/** Adds the newest messages of an answered request to the memory of its history. See `observeInSteps`. */
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
