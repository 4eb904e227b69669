import { tokenProfileOf, type WireFormat } from '@pleat/core'
import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { Calibrations } from './calibrations.ts'
import { disableCompression, REFUSED_BY_PROVIDER } from './disable-compression.ts'
import type { Exchange, TokenFigures } from './exchange.ts'
import type { Rewrite } from './fold-and-splice.ts'
import { updateUnbroken } from './lost-reasoning.ts'
import type { Sent } from './retry-plan.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { UpstreamAnswer } from './upstream-port.ts'

/** The token figures of the request that was sent, for the comparison with its receipt. */
export interface SentFigures {
  readonly format: WireFormat
  readonly isFolded: boolean
  readonly raw: TokenFigures
  /** False for bodies whose tokens were estimated, also in part, and for those to which the provider adds stored input. */
  readonly isCounted: boolean
}

/**
 * Updates the session and the figures for the headers after the provider accepted a body, or refused all of them. The
 * decisions of the session are stored before its client gets the response, so a killed process loses no decision that a
 * client has seen.
 */
export async function updateSessionStats(
  deps: { readonly calibrations: Calibrations; readonly sessions: Pick<Sessions, 'remember'> },
  exchange: Exchange,
  request: {
    readonly format: WireFormat
    readonly facts: ConversationFacts | OpaqueFacts
    readonly rewrite: Rewrite
    readonly sent: Pick<Sent, 'isFirst'> & { readonly answer: Pick<UpstreamAnswer, 'status'> }
  },
): Promise<SentFigures> {
  const { format, facts, rewrite, sent } = request
  const { session, prepared } = rewrite
  const wasRefused = prepared.body !== undefined && !sent.isFirst
  const isFolded = prepared.body !== undefined && sent.isFirst
  exchange.outcome = wasRefused ? REFUSED_BY_PROVIDER : prepared.outcome
  exchange.isFolded = isFolded
  exchange.hasMoved = isFolded && prepared.hasMoved
  const model = exchange.model ?? ''
  const { rawTokens } = prepared
  const raw = { original: rawTokens, optimized: Math.max(0, rawTokens - (isFolded ? prepared.savedTokens : 0)) }
  const profile = tokenProfileOf(model, format)
  exchange.figures = deps.calibrations.apply(model, profile, raw)
  if (rewrite.observedTokens !== undefined) {
    const optimized = Math.max(0, rawTokens - rewrite.observedTokens)
    const would = deps.calibrations.apply(model, profile, { original: rawTokens, optimized })
    exchange.observedTokens = would.original - would.optimized
  }
  const conversation = facts.kind === 'conversation' ? facts : undefined
  // If the original fails too, the rewrite may not be the reason: the request is too long, or has a wrong parameter.
  if (wasRefused && sent.answer.status < 400 && conversation?.historyHead !== undefined) {
    disableCompression(session, conversation.historyHead, REFUSED_BY_PROVIDER)
  }
  if (isFolded && sent.answer.status < 300) session.wasRewritten = true
  updateUnbroken(session, { facts, prepared, isFolded })
  updateCounts(session, exchange.figures, { conversation, isFailed: sent.answer.status >= 400 })
  // The repetition of a failed first request starts another session, and this one would never be continued.
  const isContinued = session.turns > 1 || session.disabledReason !== null || sent.answer.status < 400
  await deps.sessions.remember(session, isContinued ? conversation?.head : undefined)
  const isCounted = prepared.isComplete && conversation !== undefined && !conversation.hasUncounted
  return { format, isFolded, raw, isCounted }
}

function updateCounts(
  session: Session,
  { original, optimized }: TokenFigures,
  { conversation, isFailed }: { readonly conversation: ConversationFacts | undefined; readonly isFailed: boolean },
): void {
  if (conversation) session.turns = Math.max(session.turns, conversation.turn)
  session.requests++
  if (isFailed) return
  session.originalTokens += original
  session.savedTokens += original - optimized
}
