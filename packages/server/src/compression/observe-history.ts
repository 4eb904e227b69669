import {
  type CacheTable,
  type Conversation,
  cacheTermsOf,
  DEFAULT_POLICY,
  type FoldState,
  type Hash,
  type StaticVectors,
  type TokenMemo,
  turnOf,
} from '@pleat/core'
import type { SessionKey } from '../cloud/cloud-port.ts'
import type { FoldMemory } from './fold-memory.ts'
import { observeRequestInSteps } from './fold-request.ts'
import type { SliceScheduler } from './slice-scheduler.ts'

export interface ObserveDeps {
  readonly hash: Hash
  readonly vectors: StaticVectors | undefined
  readonly caches: CacheTable
  readonly memory: FoldMemory
  readonly slices: SliceScheduler
}

/** An answered request, with its position in its session. */
export interface AnsweredRequest {
  readonly owner: number
  readonly conversation: Conversation
  /** Prefix hashes, shortest first. */
  readonly hashes: readonly string[]
  readonly tokenMemo: TokenMemo
  readonly session: SessionKey
  /** The fold's memory of the history. Undefined if nothing was folded. */
  readonly folded: FoldState | undefined
}

/**
 * Largest body of an unfolded conversation that is observed. A longer one is left to the first fold, so that no request waits.
 */
const LONGEST_UNFOLDED = 64 * 1024

/**
 * Adds the newest messages of an answered request to the fold state of its history, and returns the state for the tag
 * cloud. Undefined for an unfolded request that is large or late enough for a fold: the next fold adds these messages.
 */
export async function observeHistory(
  { hash, vectors, caches, memory, slices }: ObserveDeps,
  { owner, conversation, hashes, tokenMemo, session, folded }: AnsweredRequest,
): Promise<FoldState | undefined> {
  const isShort = turnOf(conversation) < DEFAULT_POLICY.firstTurn
  if (isShort ? conversation.body.length > LONGEST_UNFOLDED : !folded) return undefined
  const known = folded ?? memory.find(session, hashes)?.state
  const { objective, caching } = known ?? {
    objective: 'tokens' as const,
    caching: cacheTermsOf(conversation, caches).caching,
  }
  const request = { conversation, state: known, objective, caching, cacheSigns: [] }
  const steps = observeRequestInSteps({ hash, vectors, tokenMemo }, request)
  const { accountId } = session
  const state = await slices.run(steps, { size: conversation.body.length, owner, accountId })
  memory.keep(session, hashes, state)
  return state
}
