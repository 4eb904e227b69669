import {
  type CacheTable,
  type Conversation,
  cacheTermsOf,
  type FoldState,
  type Hash,
  NO_CACHING,
  type StaticVectors,
  type TokenMemo,
} from '@pleat/core'
import type { SessionKey } from '../cloud/cloud-port.ts'
import type { Log } from '../ports.ts'
import { type CacheOutlook, cacheAnswer, cacheOutlook } from './cache-outlook.ts'
import { checkedSplice } from './checked-splice.ts'
import type { CacheAnswer, CacheQuestion, Objective, WindowRoom } from './compression-port.ts'
import type { CounterSink } from './counter-sink.ts'
import type { FirstFolds } from './first-folds.ts'
import type { FoldMemory } from './fold-memory.ts'
import { type FoldRequest, foldRequestInSteps } from './fold-request.ts'
import { foldToFit } from './fold-to-fit.ts'
import { beginningHash } from './prefix-hashes.ts'
import type { SliceScheduler } from './slice-scheduler.ts'

export interface FoldConversationDeps {
  readonly hash: Hash
  readonly vectors: StaticVectors | undefined
  readonly caches: CacheTable
  readonly log: Log
  readonly counters: CounterSink
  readonly memory: FoldMemory
  readonly firstFolds: FirstFolds
  readonly slices: SliceScheduler
}

/** A conversation to fold, with its position in its session. */
export interface FoldJob {
  readonly owner: number
  readonly conversation: Conversation
  /** Prefix hashes, shortest first. */
  readonly hashes: readonly string[]
  readonly tokenMemo: TokenMemo
  readonly session: SessionKey
  readonly objective: Objective
  /** False if no input is cheaper, even if receipts show cached tokens. */
  readonly isCached: boolean
  readonly cache: CacheQuestion | undefined
  readonly window: WindowRoom | undefined
  /** Raw tokens of the request. */
  readonly rawTokens: number
}

export interface FoldedConversation {
  readonly body: Buffer | undefined
  readonly outcome: string
  readonly savedTokens: number
  readonly hasMoved: boolean
  readonly cache: CacheAnswer | undefined
  /** The fold's memory of the history. Undefined if nothing was folded. */
  readonly state: FoldState | undefined
}

/** Total bytes of the jobs that wait for their next slice. Above it, no first fold starts. */
const MAX_WAITING_BYTES = 128 * 1024 * 1024

/** A request that is sent unchanged, and the reason. */
function unchanged(outcome: string): FoldedConversation {
  return { body: undefined, outcome, savedTokens: 0, hasMoved: false, cache: undefined, state: undefined }
}

/** Folds and splices with the memory of this history. Never rejects: after any failure, the original is sent. */
export async function foldConversation(deps: FoldConversationDeps, job: FoldJob): Promise<FoldedConversation> {
  const beginning = beginningHash(job.hashes)
  // A running first fold of the same conversation may produce the state that this request needs.
  for (;;) {
    const running = deps.firstFolds.find(job.session, beginning)
    if (running === undefined || deps.memory.find(job.session, job.hashes)) break
    await running
  }
  const isFirst = deps.memory.find(job.session, job.hashes) === undefined
  if (isFirst && deps.slices.waitingBytes > MAX_WAITING_BYTES) {
    deps.counters.add('fold_skipped')
    return unchanged('busy')
  }
  const folding = foldOrFailOpen(deps, job)
  if (isFirst) deps.firstFolds.announce(job.session, beginning, folding)
  return await folding
}

async function foldOrFailOpen(deps: FoldConversationDeps, job: FoldJob): Promise<FoldedConversation> {
  const before = deps.memory.find(job.session, job.hashes)
  const former = deps.memory.newest(job.session)
  try {
    return await foldNow(deps, job, { state: before?.state, former: former?.state })
  } catch (error) {
    deps.counters.add('fold_failed')
    deps.log.error({ error }, 'A request could not be folded; the original is sent.')
    for (const known of [before, former]) if (known) deps.memory.forget(known.state)
    return unchanged('error')
  }
}

async function foldNow(
  deps: FoldConversationDeps,
  job: FoldJob,
  { state: known, former }: Pick<FoldRequest, 'state' | 'former'>,
): Promise<FoldedConversation> {
  const { owner, conversation, hashes, tokenMemo, session, objective, isCached, cache } = job
  const caching = isCached ? cacheTermsOf(conversation, deps.caches).caching : NO_CACHING
  const outlook = cache && tryOutlook(deps, { conversation, hashes, caching }, cache)
  const { accountId } = session
  const cacheSigns = outlook?.signs ?? []
  const foldWithin = async (window: number | undefined, state: FoldState | undefined) => {
    const steps = foldRequestInSteps(
      { hash: deps.hash, vectors: deps.vectors, tokenMemo },
      { conversation, state, former: state === known ? former : undefined, objective, caching, cacheSigns, window },
    )
    return await deps.slices.run(steps, { size: conversation.body.length, owner, accountId })
  }
  const folding = await foldToFit({ hash: deps.hash, job, state: known }, foldWithin)
  deps.memory.keep(session, hashes, folding.state)
  const { state } = folding
  const body = folding.edits.length > 0 ? checkedSplice(deps, conversation, folding.edits) : undefined
  const answer = outlook && cacheAnswer(outlook, { conversation, state, sent: body })
  // The original is sent, so receipts say nothing about the fold.
  if (folding.edits.length > 0 && body === undefined) return { ...unchanged('self-check'), state }
  const savedTokens = body === undefined ? 0 : folding.savedTokens
  const hasMoved = state.foldedAt === state.keys.length
  return { body, outcome: folding.outcome, savedTokens, hasMoved, cache: answer, state }
}

/** Decides the cache state. If that fails, the fold assumes a cache that works as the provider documents. */
function tryOutlook(
  { counters, log }: FoldConversationDeps,
  asked: Parameters<typeof cacheOutlook>[0],
  cache: CacheQuestion,
): CacheOutlook | undefined {
  try {
    return cacheOutlook(asked, cache)
  } catch (error) {
    counters.add('fold_failed')
    log.error({ error }, 'The state of the provider cache could not be decided; it is assumed to work.')
    return undefined
  }
}
