import { type CacheSign, type Caching, type Conversation, type FoldState, sharedTokens } from '@pleat/core'
import { decideOn, signsOn } from './cache-decisions.ts'
import type { CacheAnswer, CacheDecision, CacheQuestion } from './compression-port.ts'
import { historyHashes } from './prefix-hashes.ts'

/** What the fold of one request is told of the provider's cache. */
export interface CacheOutlook {
  readonly signs: readonly CacheSign[]
  readonly decisions: readonly CacheDecision[]
  /** Index of the observation that this request continues. */
  readonly before: number | undefined
  readonly misses: number
  /** By the receipts of this conversation alone. */
  readonly isCaching: boolean | undefined
  readonly untold: number
}

/** After so many requests in a row whose receipts told nothing it is found out anew whether anything is cached. */
const UNTOLD_TO_ASK = 3

/** Decides what is known of the cache for this request. */
export function cacheOutlook(
  { conversation, hashes, caching }: { conversation: Conversation; hashes: readonly string[]; caching: Caching },
  question: CacheQuestion,
): CacheOutlook {
  const history = historyHashes(conversation, hashes)
  const index = question.observations.findIndex(({ head }) => history.includes(head))
  const observation = question.observations[index]
  const last = signsOn(question.decisions, history).at(-1)
  const { misses = 0, untold = 0, isCaching: shown } = observation ?? {}
  // Folds of every turn leave nothing that a receipt could tell of. What receipts showed long ago may not hold any more.
  const isAsking = untold >= UNTOLD_TO_ASK
  const own = isAsking && shown === false ? undefined : shown
  const believed = isAsking ? undefined : beliefOf(last)
  const facts = {
    isIdle: question.isIdle,
    wasMissed: wasMissed(observation, last),
    // The conversation's own receipts go first, then those of all sessions, then what was believed before.
    isCaching: own ?? question.isCaching ?? believed,
    isUnasked: caching.kind === 'unasked',
    isAsking,
  }
  // A turn that was decided on once stays as decided: for a retry, another branch, a process begun anew.
  const decisions = question.mayDecide ? decideOn(question.decisions, history, facts) : question.decisions
  const before = observation === undefined ? undefined : index
  return { signs: signsOn(decisions, history), decisions, before, misses, isCaching: own, untold }
}

/** A process begun anew goes on believing what was believed. */
function beliefOf(last: CacheSign | undefined): boolean | undefined {
  if (last?.isUncached) return false
  return last?.isCached ? true : undefined
}

/** Without a receipt that tells of the request before: as the last sign has it, in a process begun anew too. */
function wasMissed(
  observation: CacheQuestion['observations'][number] | undefined,
  last: CacheSign | undefined,
): boolean {
  if (observation?.wasMissed !== undefined) return observation.wasMissed
  return last?.isUncached === true || last?.isCold === true
}

/** What a later receipt is held against. `length`: of the sent body, in the units of the conversation's positions. */
export function cacheAnswer(
  { decisions, before, misses, isCaching, untold }: CacheOutlook,
  { conversation, state, length }: { conversation: Conversation; state: FoldState; length: number },
): CacheAnswer {
  const pinnedShare = pinnedLength(conversation) / length
  return { decisions, before, misses, isCaching, untold, sharedTokens: sharedTokens(state), pinnedShare }
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
