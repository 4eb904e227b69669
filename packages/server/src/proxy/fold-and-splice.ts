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

/** Outcomes in `X-Service-Compression`, the usage and the log. */
export const HELD_OUT = 'holdout'
export const OBSERVED = 'observed'

export interface FoldDeps extends CacheDeps {
  readonly treatments: Pick<Treatments, 'of'>
}

/** A conversation with its session, as the fold needs it. */
export interface FoldRequest {
  readonly caller: Pick<Caller, 'mode'>
  readonly session: Session
  readonly reading: Reading
  readonly facts: ConversationFacts | OpaqueFacts
  /** Why the request is not folded, whatever its session; see `findBypass`. */
  readonly bypass: string | undefined
  readonly objective: Objective
  /** The one that the request is for. */
  readonly upstream: Pick<UpstreamRoute, 'name' | 'prices'>
  /** What the window of the model leaves for the request; undefined where no window is known. */
  readonly window?: WindowRoom | undefined
}

/** A request ready to be sent. */
export interface Rewrite {
  readonly session: Session
  readonly prepared: Prepared
  /** Waits for the receipt, where it says something of the cache. */
  readonly watch: CacheWatch | undefined
  /** Tokens that observe mode would have saved, before calibration; undefined where it would have rewritten nothing. */
  readonly observedTokens: number | undefined
}

/** Whether the original is sent whatever the fold makes of the conversation. */
export function leavesUnchanged(
  treatments: Pick<Treatments, 'modeOf' | 'of'>,
  { caller, session, facts, bypass }: Pick<FoldRequest, 'caller' | 'session' | 'facts' | 'bypass'>,
): boolean {
  // Signatures of thinking in rewritten turns may be invalid now: the original may have to go without that thinking.
  if (facts.kind === 'conversation' && facts.refusesLostThinking && session.wasRewritten) return false
  if (treatments.modeOf(caller) === 'observe' || bypass !== undefined) return true
  return treatments.of(session, caller) === 'holdout'
}

/**
 * Has a compression thread count the conversation, fold it, splice the edits into the body and check the result. A
 * conversation that may not be folded is only counted. Never rejects: without a result the original is sent.
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
  // What is computed and not sent decides nothing of the session.
  const cache = isFoldable && treatment === 'fold' ? watch?.ask() : undefined
  const { accountId, idHash } = session
  // Whatever is sent unchanged is only compared with what folding would do by itself.
  const window = treatment === 'fold' ? request.window : undefined
  const prepared = await reading.prepare({
    fold: isFoldable ? { session: { accountId, idHash }, objective, isCached, cache, window } : null,
    disabled: disabledIn(session),
    // Signatures of thinking from rewritten turns hold only behind what was sent then.
    wantsStripped: session.wasRewritten && facts.kind === 'conversation' && facts.refusesLostThinking,
  })
  if (prepared.cache) watch?.decided(prepared.cache, prepared.hasMoved)
  if (bypass !== undefined) {
    return { session, prepared: { ...prepared, outcome: bypass }, watch, observedTokens: undefined }
  }
  if (treatment === 'observe' && prepared.body) return { session, ...observed(prepared), watch }
  return { session, prepared, watch, observedTokens: undefined }
}

/** Whether the operator's table says that no input is cheaper. */
function isUncached({ cacheTerms }: ConversationFacts): boolean {
  return cacheTerms.caching.kind === 'none'
}

/** Why a request is not folded. Requests of held-out sessions say so from the first one on. */
function bypassOf(bypass: string | undefined, treatment: Treatment): string | undefined {
  const isShort = bypass === undefined || bypass === 'short-conversation'
  return isShort && treatment === 'holdout' ? HELD_OUT : bypass
}

/** The figures of a rewrite that observe mode computes and does not send. */
function observed(prepared: Prepared): Pick<Rewrite, 'prepared' | 'observedTokens'> {
  const unchanged = { ...prepared, body: undefined, savedTokens: 0, hasMoved: false, outcome: OBSERVED }
  return { prepared: unchanged, observedTokens: prepared.savedTokens }
}
