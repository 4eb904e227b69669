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

/** Measured on V8, in bytes, rounded up: facts with their map entry, a sentence with its reading, a term, a conflict. */
const FACTS_BYTES = 1000
const SENTENCE_BYTES = 1500
const TERM_BYTES = 8
const CONFLICT_BYTES = 150
/** Of the room of a memo, what the conflicts may take. */
const CONFLICT_SHARE = 0.1

/** A memo of at most `maxBytes`; a message that would take half of that by itself is not remembered. */
export function createTranscriptMemo(maxBytes: number): TranscriptMemo {
  return {
    facts: createRecentMap((1 - CONFLICT_SHARE) * maxBytes, sizeOfFacts),
    conflicts: createRecentMap(CONFLICT_SHARE * maxBytes, (found) => CONFLICT_BYTES * (1 + found.length)),
  }
}

function sizeOfFacts({ length, terms, sentences, passages }: MessageFacts): number {
  // The wording that is kept of sentences is no longer than they are, and their terms are no more than their characters.
  const words = TERM_BYTES * (terms.length + length / 4)
  return FACTS_BYTES + 2 * length + words + SENTENCE_BYTES * sentences.length + CONFLICT_BYTES * passages.length
}
