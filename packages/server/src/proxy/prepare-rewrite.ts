import type { ConversationFacts, Objective, OpaqueFacts, Prepared, Reading } from '../compression-port.ts'
import type { PriceModel } from '../config/upstream-route.ts'
import type { Caller } from '../ports.ts'
import { type Soon, whenThere } from '../soon.ts'
import { findBypass } from './bypass.ts'
import { type CacheDeps, type CacheWatch, watchCache } from './cache-watch.ts'
import { disabledIn } from './disable-compression.ts'
import type { Exchange } from './exchange.ts'
import { openSession } from './open-session.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { Treatment, Treatments } from './treatment.ts'

/** In `X-Service-Compression`, the usage and the log. */
export const HELD_OUT = 'holdout'
export const OBSERVED = 'observed'

export interface PrepareDeps extends CacheDeps {
  readonly sessions: Pick<Sessions, 'open' | 'remember'>
  readonly treatments: Pick<Treatments, 'holdoutShare' | 'modeOf' | 'of'>
}

/** A request that was read: who sent it, what it says, and what its sender wants less of. */
export interface ReadRequest {
  readonly caller: Caller
  readonly original: Buffer
  readonly reading: Reading
  readonly facts: ConversationFacts | OpaqueFacts
  readonly objective: Objective
  /** Of the upstream that the request is for. */
  readonly prices: PriceModel
  /** Reads the original once more for a body without thinking. */
  strip(): Promise<Buffer | undefined>
}

/** A request ready to be sent. */
export interface Rewrite {
  readonly session: Session
  readonly prepared: Prepared
  /** Waits for the receipt, with objective `cost`. */
  readonly watch: CacheWatch | undefined
  /** Tokens that observe mode would have saved, before calibration; undefined where it would have rewritten nothing. */
  readonly observedTokens: number | undefined
}

/** Whether the request is sent unchanged, whatever its session says. */
export function isSentUnchanged(exchange: Exchange, facts: ConversationFacts | OpaqueFacts): boolean {
  return findBypass(exchange.request.headers, facts) !== undefined
}

/** Finds the session of the request, has its tokens counted, and has it folded unless something speaks against it. */
export function prepareRewrite(
  deps: PrepareDeps,
  exchange: Exchange,
  { read, opened }: { read: ReadRequest; opened?: Session | undefined },
): Soon<Rewrite> {
  return whenThere(opened ?? openSession(deps.sessions, exchange, read), (session) =>
    prepareIn(deps, exchange, { read, session }),
  )
}

function prepareIn(
  deps: PrepareDeps,
  exchange: Exchange,
  { read, session }: { read: ReadRequest; session: Session },
): Soon<Rewrite> {
  const { caller, facts, reading, objective, prices } = read
  const treatment = deps.treatments.of(session, caller)
  const bypass = bypassOf(findBypass(exchange.request.headers, facts), treatment)
  const isFoldable = bypass === undefined && facts.kind === 'conversation'
  // Receipts of requests that leave unchanged say nothing of how folded ones would be cached.
  const isWatched = isFoldable && objective === 'cost' && treatment === 'fold'
  const watch = isWatched ? watchCache(deps, session, { facts, prices }) : undefined
  const { accountId, idHash } = session
  const preparing = reading.prepare({
    fold: isFoldable ? { session: { accountId, idHash }, objective, cache: watch?.question } : null,
    disabled: disabledIn(session),
    // Signatures of thinking from rewritten turns hold only behind what was sent then.
    wantsStripped: session.wasRewritten && facts.kind === 'conversation' && facts.refusesLostThinking,
  })
  return whenThere(preparing, (prepared) => {
    if (prepared.cache) watch?.sent(prepared.cache)
    if (bypass !== undefined)
      return { session, prepared: { ...prepared, outcome: bypass }, watch, observedTokens: undefined }
    if (treatment === 'observe' && prepared.body) return { session, ...observed(prepared), watch }
    return { session, prepared, watch, observedTokens: undefined }
  })
}

/** Why a request is not folded: also a held-out session, whose requests say so from the first one on. */
function bypassOf(bypass: string | undefined, treatment: Treatment): string | undefined {
  const isShort = bypass === undefined || bypass === 'short-conversation'
  return isShort && treatment === 'holdout' ? HELD_OUT : bypass
}

/** A rewrite that is only looked at: the original is sent. */
function observed(prepared: Prepared): Pick<Rewrite, 'prepared' | 'observedTokens'> {
  const unchanged = { ...prepared, body: undefined, savedTokens: 0, hasMoved: false, outcome: OBSERVED }
  return { prepared: unchanged, observedTokens: prepared.savedTokens }
}
