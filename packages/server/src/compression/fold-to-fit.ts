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

/** A conversation that is to fit the window of its model. */
interface WindowJob {
  readonly conversation: Conversation
  readonly tokenMemo: TokenMemo
  readonly window: WindowRoom | undefined
  /** Raw tokens of the request. */
  readonly rawTokens: number
}

/** Folds with so much room for all messages, in o200k tokens; undefined: as much as they take. */
type FoldWithin = (window: number | undefined, state: FoldState | undefined) => Promise<Folding>

/** The fold counts in o200k tokens; where the model counts more, it is asked again with less room, at most so often. */
const MOST_TRIES = 6

/**
 * The fold of a request that the window of its model takes. A conversation that was folded tighter keeps its room as long
 * as that is about right, so that its prefix stays.
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
    if (sent <= window.tokens || room <= 0 || tries === MOST_TRIES) return orNothing(folding, sent, window.tokens)
    known = folding.state
    // What does not fit the step before may still fit all that there is.
    if (folding.outcome === 'too-long') {
      if (room >= most) return folding
      room = most
    } else room = stepWithin(room * Math.min(0.95, window.tokens / sent), undefined)
  }
}

/** A request that does not fit whatever is folded goes out as it came: the provider's answer is about that. */
function orNothing(folding: Folding, sent: number, most: number): Folding {
  if (sent <= most || folding.outcome === 'too-long') return folding
  return { ...folding, edits: [], savedTokens: 0, outcome: 'too-long' }
}

/** Raw tokens of what no fold touches: instructions and tools beside the messages. */
function pinnedTokens({ conversation, tokenMemo }: WindowJob, hash: Hash): number {
  const profile = tokenProfileOf(conversation.model, conversation.format)
  return countRequest(conversation, profile, createPartCounter(encodingOf(profile.encoding), tokenMemo, hash)).pinned
}
