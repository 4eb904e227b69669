import { type Hash, turnOf } from '@pleat/core'
import { findSignal } from '../gate/session-id.ts'
import type { Caller } from '../ports.ts'
import { type Soon, whenThere } from '../soon.ts'
import { chainOf } from './chain.ts'
import type { Exchange } from './exchange.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { View } from './view.ts'

/** A request's session, and its place in it. */
export interface SessionPlace {
  readonly session: Session
  /** Hashes of the prefixes of its messages, shortest first; empty when they cannot be read. */
  readonly chain: readonly string[]
}

/** The session of this request; its id goes into the answer's headers. */
export function openSession(
  deps: { readonly sessions: Sessions; readonly hash: Hash },
  exchange: Exchange,
  { caller, view }: { caller: Caller; view: View },
): Soon<SessionPlace> {
  const conversation = view.kind === 'conversation' ? view.conversation : undefined
  const chain = conversation ? chainOf(conversation, caller.accountId, deps.hash) : []
  const signal = findSignal(exchange.request.headers, conversation?.sessionHints ?? [])
  // A first turn continues nothing, whatever system text stands before it: two conversations may begin alike.
  const continued = conversation && turnOf(conversation) > 1 ? chain : []
  return whenThere(deps.sessions.open(caller.accountId, signal, continued), ({ session, publicId }) => {
    exchange.sessionId = publicId
    exchange.sessionHash = session.idHash
    return { session, chain }
  })
}
