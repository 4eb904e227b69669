import { type Conversation, type Edit, turnOf } from '@pleat/core'

/** What the fold remembers of one history between its requests. */
export type FoldState = object

/** What the user wants less of. */
export type Objective = 'tokens' | 'cost'

export interface FoldRequest {
  readonly conversation: Conversation
  /** Of an earlier request of the same history; only saves work. */
  readonly state: FoldState | undefined
  readonly objective: Objective
}

export interface Folding {
  readonly edits: readonly Edit[]
  readonly state: FoldState | undefined
  /** `folded`, `recalled`, or why nothing was done. */
  readonly outcome: string
  /** Raw o200k tokens of all messages, as they came and as they leave. */
  readonly originalTokens: number
  readonly optimizedTokens: number
}

/** "Minimal compression by design" before it (spec 1). */
const FIRST_TURN = 5

/** The edits that fold this request. */
export function foldRequest({ conversation, state }: FoldRequest): Folding {
  const outcome = turnOf(conversation) < FIRST_TURN ? 'short-conversation' : 'nothing-to-fold'
  return { edits: [], state, outcome, originalTokens: 0, optimizedTokens: 0 }
}
