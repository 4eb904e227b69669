import type {
  ConversationFacts,
  Objective,
  OpaqueFacts,
  Prepared,
  Reading,
  WindowRoom,
} from '../compression/compression-port.ts'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import type { Caller } from '../gate/key-port.ts'
import { type CacheDeps, type CacheWatch, watchCache } from './cache-watch.ts'
import { disabledIn } from './disable-compression.ts'
import type { Session } from './session.ts'
import type { Treatment, Treatments } from './treatment.ts'

/** Outcomes in `X-Service-Compression`, in the usage and in the log. */
export const HELD_OUT = 'holdout'
export const OBSERVED = 'observed'

export interface FoldDeps extends CacheDeps {
  readonly treatments: Pick<Treatments, 'of'>
}

/** A conversation with its session: the input of the fold. */
export interface FoldRequest {
  readonly caller: Pick<Caller, 'mode'>
  readonly session: Session
  readonly reading: Reading
  readonly facts: ConversationFacts | OpaqueFacts
  /** The reason why the request is never folded, in any session. See `findBypass`. */
  readonly bypass: string | undefined
  readonly objective: Objective
  /** The upstream of the request. */
  readonly upstream: Pick<UpstreamRoute, 'name' | 'prices'>
  /** Tokens that the model's window leaves for the request. Undefined if no window is known. */
  readonly window?: WindowRoom | undefined
  /** True if nothing of the request is stored. */
  readonly isTrial?: boolean
}

/** A request that is ready to be sent. */
export interface Rewrite {
  readonly session: Session
  readonly prepared: Prepared
  /** Learns from the receipt. Undefined if no receipt of this upstream shows anything about the cache. */
  readonly watch: CacheWatch | undefined
  /** Tokens that a fold would have saved in observe mode, before calibration. Undefined without an observed rewrite. */
  readonly observedTokens: number | undefined
}

/** True if the original is sent independently of the fold's result. */
export function leavesUnchanged(
  treatments: Pick<Treatments, 'modeOf' | 'of'>,
  { caller, session, facts, bypass }: Pick<FoldRequest, 'caller' | 'session' | 'facts' | 'bypass'>,
): boolean {
  // Signatures of thinking in rewritten turns may be invalid now. The original may have to be sent without that thinking,
  // also if it could not be read in time.
  if (session.wasRewritten && (facts.kind === 'opaque' || facts.refusesLostThinking)) return false
  if (treatments.modeOf(caller) === 'observe' || bypass !== undefined) return true
  return treatments.of(session, caller) === 'holdout'
}

/**
 * Asks a compression thread to count and fold the conversation, to splice the edits into the body, and to check the result.
 * A conversation that may not be folded is only counted. Never rejects: without a result, the original is sent.
 */
export async function foldAndSplice(deps: FoldDeps, request: FoldRequest): Promise<Rewrite> {
  const { caller, session, reading, facts, objective, upstream } = request
  const treatment = deps.treatments.of(session, caller)
  const bypass = bypassOf(request.bypass, treatment)
  const isFoldable = bypass === undefined && facts.kind === 'conversation'
  const isCached = upstream.prices !== 'none' && !(facts.kind === 'conversation' && isUncached(facts))
  const watch =
    isCached && facts.kind === 'conversation'
      ? watchCache(deps, { session, facts, upstream: upstream.name })
      : undefined
  // A result that is not sent decides nothing for the session.
  const cache = isFoldable && treatment === 'fold' ? watch?.ask() : undefined
  const { accountId, idHash } = session
  // A request that is sent unchanged is compared with the fold's default behaviour.
  const window = treatment === 'fold' ? request.window : undefined
  const prepared = await reading.prepare({
    fold: isFoldable
      ? { session: { accountId, idHash }, objective, isCached, cache, window, isTransient: request.isTrial === true }
      : null,
    disabled: disabledIn(session),
    // Signatures of thinking from rewritten turns are valid only after the bytes that were sent then.
    wantsStripped: session.wasRewritten && facts.kind === 'conversation' && facts.refusesLostThinking,
  })
  if (prepared.cache) watch?.decided(prepared.cache, prepared.hasMoved)
  if (bypass !== undefined) {
    return { session, prepared: { ...prepared, outcome: bypass }, watch, observedTokens: undefined }
  }
  if (treatment === 'observe' && prepared.body) return { session, ...observed(prepared), watch }
  return { session, prepared, watch, observedTokens: undefined }
}

/** True if the table of cache prices says that no input of this model is ever cheaper. */
function isUncached({ cacheTerms }: ConversationFacts): boolean {
  return cacheTerms.caching.kind === 'none'
}

/** Returns the reason why a request is not folded. In held-out sessions it is `holdout` from the first request on. */
function bypassOf(bypass: string | undefined, treatment: Treatment): string | undefined {
  const isShort = bypass === undefined || bypass === 'short-conversation'
  return isShort && treatment === 'holdout' ? HELD_OUT : bypass
}

/** The figures of a rewrite that observe mode computes without sending it. */
function observed(prepared: Prepared): Pick<Rewrite, 'prepared' | 'observedTokens'> {
  const unchanged = { ...prepared, body: undefined, savedTokens: 0, hasMoved: false, outcome: OBSERVED }
  return { prepared: unchanged, observedTokens: prepared.savedTokens }
}
