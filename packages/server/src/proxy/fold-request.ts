import {
  type CacheSign,
  type Conversation,
  createPartCounter,
  DEFAULT_POLICY,
  type Edit,
  encodingOf,
  type FoldState,
  fold,
  type Hash,
  type StaticVectors,
  savedByEdits,
  type TokenMemo,
  tokenProfileOf,
  transcriptOf,
} from '@pleat/core'

/** What the user wants less of. */
export type Objective = 'tokens' | 'cost'

export interface FoldDeps {
  readonly hash: Hash
  readonly tokenMemo: TokenMemo
  readonly vectors: StaticVectors | undefined
}

export interface FoldRequest {
  readonly conversation: Conversation
  /** Of an earlier request of the same history; only saves work. */
  readonly state: FoldState | undefined
  readonly objective: Objective
  /** What is known of the provider's cache, for objective `cost`. */
  readonly cacheSigns: readonly CacheSign[]
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
 * The edits that fold this request. What is folded is decided in o200k tokens whatever the model, so that a change of
 * model in mid-conversation moves nothing that was sent; what it saves is counted as the model counts.
 */
export function foldRequest(deps: FoldDeps, request: FoldRequest): Folding {
  const { conversation, state, objective, cacheSigns } = request
  const o200k = createPartCounter(encodingOf('o200k'), deps.tokenMemo, deps.hash)
  const transcript = transcriptOf(conversation, (message) => o200k.countMessage(conversation, message))
  const policy = { ...DEFAULT_POLICY, objective }
  const folded = fold({
    transcript,
    state,
    policy,
    count: (text) => encodingOf('o200k').count(text),
    vectors: deps.vectors,
    cacheSigns,
  })
  const profile = tokenProfileOf(conversation.model, conversation.format)
  const counter = createPartCounter(encodingOf(profile.encoding), deps.tokenMemo, deps.hash)
  const savedTokens = savedByEdits(conversation, folded.edits, { profile, counter })
  return { edits: folded.edits, state: folded.state, outcome: folded.outcome, savedTokens }
}
