import type { Role } from '../conversation.ts'
import type { HistoryState } from './history-state.ts'
import type { Transcript } from './transcript.ts'

/** Number of messages before those that a request adds. An assistant's prefill at the end belongs to the request. */
export function historyLength(messages: { readonly length: number; roleOf(index: number): Role }): number {
  let end = messages.length
  while (end > 0 && messages.roleOf(end - 1) === 'assistant') end--
  while (end > 0 && messages.roleOf(end - 1) !== 'assistant') end--
  return end
}

/** True if a conversation begins with the messages of a state. Instructions at its start may differ. */
export function beginsWith(transcript: Transcript, { keys, systemEnd }: HistoryState): boolean {
  if (keys.length > transcript.length) return false
  // Newest first: histories that differ usually differ late.
  for (let i = keys.length - 1; i >= systemEnd; i--) if (keys[i] !== transcript.keyOf(i)) return false
  return true
}
