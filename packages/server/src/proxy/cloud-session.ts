import type { SessionKey } from '../cloud/cloud-port.ts'
import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { Exchange } from './exchange.ts'
import type { Rewrite } from './fold-and-splice.ts'

/** Asked not to be touched, or about a conversation and no part of it. */
const UNREAD_OUTCOMES = new Set(['off', 'compaction', 'auxiliary'])

/**
 * The session whose tag cloud reads the messages of an answered request. A first turn waits for the second, which brings
 * the same messages: most conversations have no more, and their sessions are not stored.
 */
export function cloudSession(
  { outcome }: Exchange,
  facts: ConversationFacts | OpaqueFacts,
  { session }: Rewrite,
): SessionKey | undefined {
  if (facts.kind !== 'conversation' || session.turns < 2 || UNREAD_OUTCOMES.has(outcome)) return undefined
  return { accountId: session.accountId, idHash: session.idHash }
}
