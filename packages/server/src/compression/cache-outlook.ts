import { type CacheSign, type Caching, type Conversation, type FoldState, sharedTokens } from '@pleat/core'
import { decideOn, signsOn } from './cache-decisions.ts'
import type { CacheAnswer, CacheDecision, CacheQuestion } from './compression-port.ts'
import { historyHashes } from './prefix-hashes.ts'

/** State of the provider's cache as input of one request's fold. */
export interface CacheOutlook {
  readonly signs: readonly CacheSign[]
  readonly decisions: readonly CacheDecision[]
  /** Index of the observation that this request continues. */
  readonly before: number | undefined
  readonly misses: number
  /** True if receipts of this conversation alone show caching, false if they disprove it. */
  readonly isCaching: boolean | undefined
  /** Consecutive inconclusive receipts before this request. */
  readonly untold: number
}

/** Consecutive inconclusive receipts after which the existence of a cache is tested again. */
const UNTOLD_TO_ASK = 3

/** Decides the cache state for this request. */
export function cacheOutlook(
  { conversation, hashes, caching }: { conversation: Conversation; hashes: readonly string[]; caching: Caching },
  question: CacheQuestion,
): CacheOutlook {
  const history = historyHashes(conversation, hashes)
  const index = question.observations.findIndex(({ head }) => history.includes(head))
  const observation = question.observations[index]
  const last = signsOn(question.decisions, history).at(-1)
  const { misses = 0, untold = 0, isCaching: shown } = observation ?? {}
  // Folding in every turn leaves no shared prefix that a receipt could confirm, so older receipts may be outdated.
  const isAsking = untold >= UNTOLD_TO_ASK
  const own = isAsking && shown === false ? undefined : shown
  const believed = isAsking ? undefined : beliefOf(last)
  const facts = {
    isIdle: question.isIdle,
    wasMissed: wasMissed(observation, last),
    // The conversation's own receipts come first, then those of all sessions, then the earlier decision.
    isCaching: own ?? question.isCaching ?? believed,
    isUnasked: caching.kind === 'unasked',
    isAsking,
  }
  // A decided turn keeps its decision, also for a retry, in another branch and in a restarted process.
  const decisions = question.mayDecide ? decideOn(question.decisions, history, facts) : question.decisions
  const before = observation === undefined ? undefined : index
  return { signs: signsOn(decisions, history), decisions, before, misses, isCaching: own, untold }
}

/** Caching according to the stored decision, which a restarted process keeps. */
function beliefOf(last: CacheSign | undefined): boolean | undefined {
  if (last?.isUncached) return false
  return last?.isCached ? true : undefined
}

/** Without a conclusive receipt of the previous request, the last sign applies, also in a restarted process. */
function wasMissed(
  observation: CacheQuestion['observations'][number] | undefined,
  last: CacheSign | undefined,
): boolean {
  if (observation?.wasMissed !== undefined) return observation.wasMissed
  return last?.isUncached === true || last?.isCold === true
}

/** The expectation for a later receipt. `sent`: the folded body. Undefined if the original is sent. */
export function cacheAnswer(
  { decisions, before, misses, isCaching, untold }: CacheOutlook,
  { conversation, state, sent }: { conversation: Conversation; state: FoldState; sent: Buffer | undefined },
): CacheAnswer {
  const pinnedShare = pinnedLength(conversation) / (sent ? lengthLike(conversation, sent) : conversation.body.length)
  return { decisions, before, misses, isCaching, untold, sharedTokens: sharedTokens(state), pinnedShare }
}

/** Length of a sent body in the unit of the conversation's positions: bytes, or the code units of a short text. */
function lengthLike({ body }: Conversation, sent: Buffer): number {
  return typeof body === 'string' ? sent.toString('utf8').length : sent.length
}

/** Length of instructions and tools. Their share of a body's length is about that of its tokens, in any script. */
function pinnedLength({ pinned, messages }: Conversation): number {
  let length = pinned.reduce((sum, { start, end }) => sum + end - start, 0)
  for (const { shape, start, end } of messages) {
    if (shape.role !== 'system') break
    length += end - start
  }
  return length
}
