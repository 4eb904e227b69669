import type { FoldedRoute } from '../routes/provider-api.ts'
import { whenThere } from '../soon.ts'
import { afterTurn } from './after-turn.ts'
import { planAttempts, type Sent, settleAnswer } from './attempts.ts'
import { type ExamineDeps, type Examined, examine, isLeftAsItCame, type ReadRequest } from './examine.ts'
import type { Exchange } from './exchange.ts'
import { type ForwardDeps, type Forwarding, prepareForwarding } from './forward.ts'
import { openSession } from './open-session.ts'
import { releaseCopies } from './receive-body.ts'
import { type RecordDeps, recordFailure } from './record.ts'
import type { View } from './view.ts'

export interface AskDeps extends ExamineDeps, ForwardDeps, RecordDeps {}

/** A request that the provider has begun to answer. */
export interface Answered {
  readonly examined: Examined
  readonly forwarding: Forwarding
  readonly sent: Sent
}

/**
 * Sends what the fold makes of the request. What goes out as it came in any case is sent first, and examined while the
 * provider is at work: nobody waits for a figure.
 */
export async function askProvider(
  deps: AskDeps,
  exchange: Exchange,
  { route, read }: { route: FoldedRoute; read: ReadRequest },
): Promise<Answered> {
  const { original, view } = read
  const isLeft = isLeftAsItCame(exchange.request.headers, view)
  const known = isLeft && bindsThinking(view) ? await openSession(deps, exchange, read) : undefined
  // What was rewritten before may have to be sent without its thinking now, which is for its session to say.
  const isSentFirst = isLeft && !known?.session.wasRewritten
  const before = isSentFirst ? undefined : await examine(deps, exchange, { ...read, known })
  const attempts = before
    ? planAttempts(deps, { original, view, place: before.place, rewrite: before.rewrite })
    : { first: original, second: undefined }
  const prepared = prepareForwarding(deps, exchange, route)
  const forwarding = prepared instanceof Promise ? await prepared : prepared
  const sending = forwarding.send(attempts.first)
  if (before) releaseCopies(exchange)
  const examineLater = () =>
    whenThere(examine(deps, exchange, { ...read, known }), (examined) => {
      releaseCopies(exchange)
      return examined
    })
  const examining = before ? () => before : afterTurn(examineLater)
  try {
    const answer = await sending
    const settled = settleAnswer(deps, exchange, { forwarding, attempts, answer })
    const sent = settled instanceof Promise ? await settled : settled
    const examined = examining()
    return { examined: examined instanceof Promise ? await examined : examined, forwarding, sent }
  } catch (error) {
    exchange.abort?.()
    recordFailure(deps, exchange)
    throw error
  }
}

function bindsThinking(view: View): boolean {
  return view.kind === 'conversation' && view.conversation.bindsThinking
}
