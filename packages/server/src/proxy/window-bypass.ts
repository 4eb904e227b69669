import type { IncomingHttpHeaders } from 'node:http'
import type { ConversationFacts, OpaqueFacts, WindowRoom } from '../compression/compression-port.ts'
import { tokensAtMost } from '../compression/guess-tokens.ts'
import { findBypass } from './bypass.ts'

/** Bypass reason of a conversation that is too short for savings. */
const SHORT = 'short-conversation'

/**
 * Returns the reason why a request is not folded. A short conversation may be folded if it may exceed the model's
 * window.
 */
export function bypassWithin(
  headers: IncomingHttpHeaders,
  facts: ConversationFacts | OpaqueFacts,
  { roomOf, bytes }: { readonly roomOf: () => WindowRoom | undefined; readonly bytes: number },
): string | undefined {
  const bypass = findBypass(headers, facts)
  if (bypass !== SHORT || facts.kind !== 'conversation' || facts.turn < 2) return bypass
  const room = roomOf()
  if (room === undefined) return bypass
  return room.factor * tokensAtMost(bytes) > room.tokens ? undefined : bypass
}

/** True if a request with this bypass reason may be folded after all if it exceeds the window. */
export function mayBeTightened(bypass: string | undefined, facts: ConversationFacts | OpaqueFacts): boolean {
  return facts.kind === 'conversation' && facts.turn > 1 && (bypass === undefined || bypass === SHORT)
}
