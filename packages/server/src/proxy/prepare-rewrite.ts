import type { ConversationFacts, Objective, OpaqueFacts, Prepared, Reading } from '../compression-port.ts'
import type { Caller } from '../ports.ts'
import { type Soon, whenThere } from '../soon.ts'
import { findBypass } from './bypass.ts'
import { type CacheDeps, type CacheWatch, watchCache } from './cache-watch.ts'
import { disabledIn } from './disable-compression.ts'
import type { Exchange } from './exchange.ts'
import { openSession } from './open-session.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

export interface PrepareDeps extends CacheDeps {
  readonly sessions: Pick<Sessions, 'open' | 'remember'>
}

/** A request that was read: who sent it, what it says, and what its sender wants less of. */
export interface ReadRequest {
  readonly caller: Caller
  readonly original: Buffer
  readonly reading: Reading
  readonly facts: ConversationFacts | OpaqueFacts
  readonly objective: Objective
  /** Reads the original once more for a body without thinking. */
  strip(): Promise<Buffer | undefined>
}

/** A request ready to be sent. */
export interface Rewrite {
  readonly session: Session
  readonly prepared: Prepared
  /** Waits for the receipt, with objective `cost`. */
  readonly watch: CacheWatch | undefined
}

/** Whether the request is sent unchanged, whatever its session says. */
export function isSentUnchanged(exchange: Exchange, facts: ConversationFacts | OpaqueFacts): boolean {
  return findBypass(exchange.request.headers, facts) !== undefined
}

/** Finds the session of the request, has its tokens counted, and has it folded unless something speaks against it. */
export function prepareRewrite(deps: PrepareDeps, exchange: Exchange, read: ReadRequest): Soon<Rewrite> {
  return whenThere(openSession(deps.sessions, exchange, read), (session) =>
    prepareIn(deps, exchange, { read, session }),
  )
}

function prepareIn(
  deps: PrepareDeps,
  exchange: Exchange,
  { read, session }: { read: ReadRequest; session: Session },
): Soon<Rewrite> {
  const { facts, reading, objective } = read
  const bypass = findBypass(exchange.request.headers, facts)
  const isFoldable = bypass === undefined && facts.kind === 'conversation'
  const watch = isFoldable && objective === 'cost' ? watchCache(deps, session, facts) : undefined
  const { accountId, idHash } = session
  const preparing = reading.prepare({
    fold: isFoldable ? { session: { accountId, idHash }, objective, cache: watch?.question } : null,
    disabled: disabledIn(session),
    // Signatures of thinking from rewritten turns hold only behind what was sent then.
    wantsStripped: session.wasRewritten && facts.kind === 'conversation' && facts.refusesLostThinking,
  })
  return whenThere(preparing, (prepared) => {
    if (prepared.cache) watch?.sent(prepared.cache)
    return { session, prepared: bypass === undefined ? prepared : { ...prepared, outcome: bypass }, watch }
  })
}
