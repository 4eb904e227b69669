import type { IncomingHttpHeaders } from 'node:http'
import type { ConversationFacts, OpaqueFacts, WindowRoom } from '../compression/compression-port.ts'
import { findBypass } from './bypass.ts'

/** The conversation is too short to be folded for the tokens that it saves. */
const SHORT = 'short-conversation'

/** Text of any language has fewer tokens than one for so many bytes of its body, or hardly more. */
const BYTES_PER_TOKEN = 2

/** Why a request is not folded. One that may exceed the window of its model is looked at although its conversation is short. */
export function bypassWithin(
  headers: IncomingHttpHeaders,
  facts: ConversationFacts | OpaqueFacts,
  { roomOf, bytes }: { readonly roomOf: () => WindowRoom | undefined; readonly bytes: number },
): string | undefined {
  const bypass = findBypass(headers, facts)
  if (bypass !== SHORT || facts.kind !== 'conversation' || facts.turn < 2) return bypass
  const room = roomOf()
  if (room === undefined) return bypass
  return room.factor * bytes > BYTES_PER_TOKEN * room.tokens ? undefined : bypass
}

/** Whether a request that is not folded for this reason may be folded after all, where it exceeds the window. */
export function mayBeTightened(bypass: string | undefined, facts: ConversationFacts | OpaqueFacts): boolean {
  return facts.kind === 'conversation' && facts.turn > 1 && (bypass === undefined || bypass === SHORT)
}
