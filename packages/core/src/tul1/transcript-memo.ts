import { createRecentMap, type RecentMap } from '../recent-map.ts'
import type { MessageFacts } from './message-facts.ts'

/**
 * Remembers what was derived from messages, by a fingerprint of role and content. It holds offsets, numbers and the short
 * wording of sentences that a view has shown, no other text. The fingerprint is exact for all practical purposes but no
 * defence against somebody who looks for two texts that share one, so keep a memo to one account; and to one way of
 * counting, since the facts hold token counts.
 */
export type TranscriptMemo = RecentMap<MessageFacts>

/** A memo of at most `maxEntries` messages. */
export function createTranscriptMemo(maxEntries: number): TranscriptMemo {
  return createRecentMap(maxEntries)
}
