import type { Policy } from './policy.ts'
import type { FoldState } from './state.ts'

/**
 * Tokens up to which a conversation with few words per message is sent unchanged. Every message matters there ("yes", "Nf3",
 * "take the butter off again"). A digest would hardly be shorter, and there is little to save.
 */
export function terseTokens(state: FoldState, { terse }: Policy): number {
  const message = state.historyTokens / Math.max(1, state.keys.length - state.systemEnd)
  const share = (terse.message.ordinary - message) / (terse.message.ordinary - terse.message.terse)
  return terse.tokens * Math.min(1, Math.max(0, share))
}
