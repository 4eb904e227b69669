import { tokenProfileOf, turnOf, type WireFormat } from '@pleat/core'
import type { UpstreamAnswer } from '../ports.ts'
import type { Calibrations } from './calibrations.ts'
import type { Exchange, TokenFigures } from './exchange.ts'
import type { SessionPlace } from './open-session.ts'
import { leaveAlone, REFUSED_BY_PROVIDER } from './refusals.ts'
import type { Rewrite } from './rewrite.ts'
import type { Sessions } from './sessions.ts'
import type { View } from './view.ts'

/** What was sent in the end, as the receipt counts it. */
export interface Settled {
  readonly format: WireFormat
  readonly isFolded: boolean
  readonly raw: TokenFigures
  /** False for bodies that could only be guessed at. */
  readonly isCounted: boolean
}

/** Now that the provider has taken a body, or none: the figures for the headers, and what the session learns from it. */
export function settle(
  deps: { readonly calibrations: Calibrations; readonly sessions: Sessions },
  exchange: Exchange,
  request: {
    route: { readonly format: WireFormat }
    view: View
    place: SessionPlace
    rewrite: Rewrite
    rawTokens: number
    sent: { readonly answer: UpstreamAnswer; readonly isFirst: boolean }
  },
): Settled {
  const { view, place, rewrite, rawTokens, sent } = request
  const { format } = request.route
  const wasRefused = rewrite.body !== undefined && !sent.isFirst
  const isFolded = rewrite.body !== undefined && sent.isFirst
  exchange.outcome = wasRefused ? REFUSED_BY_PROVIDER : rewrite.outcome
  const model = exchange.model ?? ''
  const raw = { original: rawTokens, optimized: Math.max(0, rawTokens - (isFolded ? rewrite.savedTokens : 0)) }
  exchange.figures = deps.calibrations.apply(model, tokenProfileOf(model, format), raw)
  // Refused both ways it was not the rewriting: a request too long, or with a wrong parameter, is no reason to save
  // nothing more.
  if (wasRefused && sent.answer.status !== 400 && view.kind === 'conversation') {
    leaveAlone(place.session, view.conversation, place.chain)
  }
  if (isFolded && sent.answer.status < 300) place.session.wasRewritten = true
  updateCounts(exchange.figures, view, place)
  deps.sessions.remember(place.session, place.chain)
  return { format, isFolded, raw, isCounted: view.kind === 'conversation' }
}

function updateCounts({ original, optimized }: TokenFigures, view: View, { session }: SessionPlace): void {
  if (view.kind === 'conversation') session.turns = Math.max(session.turns, turnOf(view.conversation))
  session.requests++
  session.originalTokens += original
  session.savedTokens += original - optimized
}
