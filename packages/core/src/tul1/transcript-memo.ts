import { createRecentMap, type RecentMap } from '../recent-map.ts'
import type { Conflict } from './marks/conflict.ts'
import type { MessageFacts } from './message-facts.ts'

/**
 * Remembers what was derived from messages, by a fingerprint of role and content, and which earlier claims a message is at
 * odds with, by one of all messages up to it. It holds offsets, numbers and the short wording of sentences that a view has
 * shown, no other text. The fingerprint is exact for all practical purposes but no defence against somebody who looks for
 * two texts that share one, so keep a memo to one account; and to one way of counting, since the facts hold token counts.
 */
export interface TranscriptMemo {
  readonly facts: RecentMap<MessageFacts>
  readonly conflicts: RecentMap<readonly Conflict[]>
}

/** A message weighs its characters, and some for what an empty one takes. */
const LEAST_WEIGHT = 200

/** A memo of messages of at most `maxCharacters` together; one of more than half of that is not remembered. */
export function createTranscriptMemo(maxCharacters: number): TranscriptMemo {
  return {
    facts: createRecentMap(maxCharacters, ({ length }) => length + LEAST_WEIGHT),
    conflicts: createRecentMap(Math.ceil(maxCharacters / LEAST_WEIGHT)),
  }
}
