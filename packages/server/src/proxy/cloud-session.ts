import type { SessionKey } from '../cloud/cloud-port.ts'
import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { Exchange } from './exchange.ts'
import type { Rewrite } from './fold-and-splice.ts'

/** Reasons of requests that the client excluded, or that are about a conversation without being part of it. */
const UNREAD_OUTCOMES = new Set(['off', 'compaction', 'auxiliary'])

/**
 * Returns the session whose tag cloud reads the messages of an answered request. A first turn is read with the second,
 * which contains the same messages: most conversations have no second turn, and their sessions are not stored.
 */
export function cloudSession(
  { outcome }: Exchange,
  facts: ConversationFacts | OpaqueFacts,
  { session }: Rewrite,
): SessionKey | undefined {
  if (facts.kind !== 'conversation' || session.turns < 2 || UNREAD_OUTCOMES.has(outcome)) return undefined
  return { accountId: session.accountId, idHash: session.idHash }
}
