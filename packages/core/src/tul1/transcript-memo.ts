import { createRecentMap, type RecentMap } from '../recent-map.ts'
import type { Conflict } from './marks/conflict.ts'
import type { MessageFacts } from './message-facts.ts'

/**
 * A cache of the facts of messages, by a fingerprint of role and content, and of the conflicts of each message, by a
 * fingerprint of all messages up to it. It contains offsets, numbers and the telegraphic wording of sentences that a view has
 * shown, and no other text. The fingerprint is exact for all practical purposes, but it does not resist a search for
 * collisions, so a memo belongs to one account. It also belongs to one way of counting, since the facts contain token counts.
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
/** Share of a memo's capacity for conflicts. */
const CONFLICT_SHARE = 0.1

/** A memo of at most `maxBytes`. A message that would take more than 45 % of them alone is not stored. */
export function createTranscriptMemo(maxBytes: number): TranscriptMemo {
  return {
    facts: createRecentMap((1 - CONFLICT_SHARE) * maxBytes, sizeOfFacts),
    conflicts: createRecentMap(CONFLICT_SHARE * maxBytes, (found) => CONFLICT_BYTES * (1 + found.length)),
  }
}

function sizeOfFacts({ length, terms, sentences, passages }: MessageFacts): number {
  // The cached wording of sentences is at most as long as they are, and their terms are at most as many as their characters.
  const words = TERM_BYTES * (terms.length + length / 4)
  return FACTS_BYTES + 2 * length + words + SENTENCE_BYTES * sentences.length + CONFLICT_BYTES * passages.length
}
