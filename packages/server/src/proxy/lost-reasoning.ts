import { DEFAULT_POLICY } from '@pleat/core'
import type { ConversationFacts, OpaqueFacts, Prepared } from '../compression/compression-port.ts'
import type { Log } from '../ports.ts'
import type { Counters } from './counters.ts'
import { disableCompression, REASONING_LOST } from './disable-compression.ts'
import type { Exchange } from './exchange.ts'
import type { Rewrite } from './fold-and-splice.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

export interface LostDeps {
  readonly counters: Counters
  readonly log: Log
  readonly sessions: Pick<Sessions, 'remember'>
}

/**
 * Updates `isUnbroken` of the session. A request that is sent unchanged between folded ones makes it false, because the
 * reasoning in its response is bound to other bytes.
 */
export function updateUnbroken(
  session: Session,
  sent: { facts: ConversationFacts | OpaqueFacts; prepared: Prepared; isFolded: boolean },
): void {
  const { facts, prepared, isFolded } = sent
  if (isFolded && prepared.hasMoved) session.isUnbroken = true
  const isLong = facts.kind === 'conversation' && facts.turn >= DEFAULT_POLICY.firstTurn
  if (!isFolded && isLong) session.isUnbroken = false
}

/**
 * Handles a provider's report that it dropped reasoning of a folded conversation because the text before it had
 * changed. Every report is counted. If the session is unbroken and the fold has not moved, the loss is a fault of ours:
 * it is logged, and compression of the conversation is disabled.
 */
export function noteLostReasoning(
  deps: LostDeps,
  exchange: Exchange,
  answered: { readonly facts: ConversationFacts | OpaqueFacts; readonly rewrite: Rewrite; readonly lost: number },
): void {
  const { facts, rewrite, lost } = answered
  const { session, prepared } = rewrite
  if (lost === 0 || prepared.body === undefined || facts.kind !== 'conversation') return
  deps.counters.add('reasoning_lost')
  // Messages that load tools stay in place, with the reasoning before them. The text before that reasoning has changed,
  // so the provider reports it as lost in each request from this fold on.
  if (prepared.hasMoved) session.isUnbroken = false
  if (prepared.hasMoved || !session.isUnbroken || facts.historyHead === undefined) return
  const { requestId, sessionHash } = exchange
  deps.log.warn(
    { requestId, session: sessionHash?.slice(0, 8), lost },
    'The provider dropped reasoning although the request begins like the previous one; the conversation is no longer folded.',
  )
  disableCompression(session, facts.historyHead, REASONING_LOST)
  void deps.sessions.remember(session, facts.head)
}
