import { DEFAULT_POLICY } from '@pleat/core'
import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import { inputBillFor } from '../money/bill.ts'
import type { PriceList } from '../money/prices.ts'
import type { Clock } from '../ports.ts'
import { findBypass } from './bypass.ts'
import type { Exchange } from './exchange.ts'
import type { HoldoutEntry } from './holdout-port.ts'
import type { Session } from './session.ts'
import type { Treatments } from './treatment.ts'
import type { WriteBatch } from './write-batch.ts'

export interface ComparisonDeps {
  readonly clock: Clock
  readonly prices: PriceList
  readonly treatments: Treatments
  readonly comparison: WriteBatch<HoldoutEntry>
}

/** A finished request of a conversation, answered or not. */
export interface ComparedRequest {
  readonly facts: ConversationFacts | OpaqueFacts
  readonly session: Session
  readonly isFailed: boolean
}

/**
 * Adds a request to the figures that compare folded and held-out sessions. Does nothing without a holdout. Requests are
 * selected only by facts from before their treatment, so both groups are selected alike.
 */
export function compare(deps: ComparisonDeps, exchange: Exchange, request: ComparedRequest): void {
  const { facts, session } = request
  if (deps.treatments.holdoutShare === 0 || facts.kind !== 'conversation') return
  // Sessions of a key with its own mode are treated differently from the folded group.
  if (exchange.caller && deps.treatments.modeOf(exchange.caller) !== deps.treatments.mode) return
  const bypass = findBypass(exchange.request.headers, facts)
  if (bypass !== undefined && bypass !== 'short-conversation') return
  const isHeldOut = deps.treatments.isDrawn(session)
  // Sessions that were folded before the holdout began belong to neither group.
  if (isHeldOut && session.wasRewritten) return
  const isRetry = facts.head !== undefined && session.lastHead === facts.head
  session.lastHead = facts.head
  const { usage, model = '' } = exchange
  const now = deps.clock.now()
  deps.comparison.add({
    accountId: session.accountId,
    idHash: session.idHash,
    isHeldOut,
    // The past of a session that starts in the middle of its conversation is unknown.
    mayBegin: facts.turn < DEFAULT_POLICY.firstTurn,
    at: now,
    turns: facts.turn,
    requests: 1,
    errors: request.isFailed ? 1 : 0,
    retries: isRetry ? 1 : 0,
    repeats: facts.isRepeated && !isRetry ? 1 : 0,
    latencyMs: Math.round(performance.now() - exchange.startedAt - exchange.uploadMs),
    inputTokens: usage?.inputTokens ?? 0,
    cachedTokens: usage?.cachedTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    inputMicroDollars: usage ? inputBillFor(usage, deps.prices.findAll({ model, provider: exchange.provider })) : 0,
  })
}
