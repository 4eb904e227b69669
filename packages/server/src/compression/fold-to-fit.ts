import {
  type Conversation,
  countRequest,
  createPartCounter,
  encodingOf,
  type FoldState,
  type Hash,
  type TokenMemo,
  tokenProfileOf,
} from '@pleat/core'
import type { WindowRoom } from './compression-port.ts'
import type { Folding } from './fold-request.ts'
import { stepWithin } from './window-steps.ts'

/** A conversation that has to fit the window of its model. */
interface WindowJob {
  readonly conversation: Conversation
  readonly tokenMemo: TokenMemo
  readonly window: WindowRoom | undefined
  /** Raw tokens of the request. */
  readonly rawTokens: number
}

/** Folds within a limit for all messages, in o200k tokens. Undefined: without a limit. */
type FoldWithin = (window: number | undefined, state: FoldState | undefined) => Promise<Folding>

/** The fold counts in o200k tokens. If the model counts more, the fold is repeated with a lower limit, at most this often. */
const MAX_TRIES = 6

/**
 * Folds a request into the window of its model. A conversation that was folded tighter keeps its limit while the limit is
 * about right, so that its prefix stays the same.
 */
export async function foldToFit(
  { hash, job, state }: { readonly hash: Hash; readonly job: WindowJob; readonly state: FoldState | undefined },
  foldWithin: FoldWithin,
): Promise<Folding> {
  const { window, rawTokens } = job
  if (window === undefined) return await foldWithin(undefined, state)
  const most = Math.floor(window.tokens / window.factor - pinnedTokens(job, hash))
  let room = stepWithin(most, state?.isTight ? state.room : undefined)
  let known = state
  for (let tries = 1; ; tries++) {
    const folding = await foldWithin(room, known)
    const sent = window.factor * (rawTokens - folding.savedTokens)
    if (sent <= window.tokens || room <= 0 || tries === MAX_TRIES) return orNothing(folding, sent, window.tokens)
    known = folding.state
    // A request that exceeds the stepped limit may still fit the whole one.
    if (folding.outcome === 'too-long') {
      if (room >= most) return folding
      room = most
    } else room = stepWithin(room * Math.min(0.95, window.tokens / sent), undefined)
  }
}

/** If no fold makes a request fit, it is sent unchanged: the provider's error then describes the client's own request. */
function orNothing(folding: Folding, sent: number, most: number): Folding {
  if (sent <= most || folding.outcome === 'too-long') return folding
  return { ...folding, edits: [], savedTokens: 0, outcome: 'too-long' }
}

/** Raw tokens that no fold changes: instructions and tools. */
function pinnedTokens({ conversation, tokenMemo }: WindowJob, hash: Hash): number {
  const profile = tokenProfileOf(conversation.model, conversation.format)
  return countRequest(conversation, profile, createPartCounter(encodingOf(profile.encoding), tokenMemo, hash)).pinned
}
