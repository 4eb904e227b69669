import { type CacheSign, type Conversation, type FoldState, sharedTokens } from '@pleat/core'
import type { CacheAnswer, CacheQuestion } from '../compression-port.ts'
import type { CacheDecision } from '../ports.ts'
import { decideOn, MISSES_TO_BELIEVE, signsOn } from './cache-decisions.ts'
import { historyHashes } from './prefix-hashes.ts'

/** What the fold of one request is told of the provider's cache. */
export interface CacheOutlook {
  readonly signs: readonly CacheSign[]
  readonly decisions: readonly CacheDecision[]
  /** Index of the observation that this request continues. */
  readonly before: number | undefined
  readonly misses: number
}

/** Decides what is known of the cache for this request. */
export function cacheOutlook(
  conversation: Conversation,
  hashes: readonly string[],
  question: CacheQuestion,
): CacheOutlook {
  const history = historyHashes(conversation, hashes)
  const index = question.observations.findIndex(({ head }) => history.includes(head))
  const observation = question.observations[index]
  const last = signsOn(question.decisions, history).at(-1)
  // A process begun anew goes on believing what was believed.
  const believed = last?.isCold && last.wasMissed ? MISSES_TO_BELIEVE : 0
  const facts = {
    isIdle: question.isIdle,
    isHabit: question.isHabit,
    misses: observation?.misses ?? believed,
    // A process begun anew has no receipt of a request whose cache was cold.
    wasMissed: observation?.wasMissed ?? (last?.isCold ? true : undefined),
  }
  // A turn that was decided on once stays as decided: for a retry, another branch, a process begun anew.
  const decisions = question.mayDecide ? decideOn(question.decisions, history, facts) : question.decisions
  const before = observation === undefined ? undefined : index
  return { signs: signsOn(decisions, history), decisions, before, misses: facts.misses }
}

/** What a later receipt is held against. `length`: of the sent body, in the units of the conversation's positions. */
export function cacheAnswer(
  { decisions, before, misses }: CacheOutlook,
  { conversation, state, length }: { conversation: Conversation; state: FoldState; length: number },
): CacheAnswer {
  const pinnedShare = pinnedLength(conversation) / length
  return { decisions, before, misses, sharedTokens: sharedTokens(state), pinnedShare }
}

/** Of instructions and tools; texts of all kinds take about the same room a token. */
function pinnedLength({ pinned, messages }: Conversation): number {
  let length = pinned.reduce((sum, { start, end }) => sum + end - start, 0)
  for (const { shape, start, end } of messages) {
    if (shape.role !== 'system') break
    length += end - start
  }
  return length
}
