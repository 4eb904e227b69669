import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { Caller } from '../gate/key-port.ts'
import { findSignal } from '../gate/session-id.ts'
import type { Exchange } from './exchange.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

/** Finds the session of this request. Its id is returned in the response's headers. */
export async function openSession(
  sessions: Pick<Sessions, 'open'>,
  exchange: Exchange,
  { caller, facts }: { caller: Caller; facts: ConversationFacts | OpaqueFacts },
): Promise<Session> {
  const conversation = facts.kind === 'conversation' ? facts : undefined
  const signal = findSignal(exchange.request.headers, conversation?.sessionHints ?? [])
  // A first turn continues nothing, even if its system text is known: two conversations may begin alike.
  const heads = conversation && conversation.turn > 1 ? conversation.heads : []
  const hashes = { heads, historyHead: conversation?.historyHead, ends: conversation?.ends }
  const { session, publicId } = await sessions.open(caller.accountId, signal, hashes)
  exchange.sessionId = publicId
  exchange.sessionHash = session.idHash
  return session
}
