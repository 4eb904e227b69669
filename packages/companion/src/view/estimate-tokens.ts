import type { TranscriptMessage } from '@pleat/core'

/** Estimates the tokens of all messages. */
export function estimateMessages(messages: readonly TranscriptMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
}

/**
 * Estimates the tokens of a text: 0.25 per ASCII character, 0.7 per other UTF-16 unit. Loading a real vocabulary would take
 * longer than the rest of this command.
 */
export function estimateTokens(text: string): number {
  let other = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) other++
  return Math.ceil((text.length - other) / 4 + other * 0.7)
}
