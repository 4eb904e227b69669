import type { MessageFacts } from './message-facts.ts'

/**
 * Remembers what was derived from messages, by a fingerprint of role and content. It holds offsets, numbers and
 * the short wording of sentences that a view has shown, no other text. The fingerprint is exact for all practical purposes but no defence against somebody who looks for two texts
 * that share one, so keep a memo to one account; and to one way of counting, since the facts hold token counts.
 */
export interface TranscriptMemo {
  get(key: string): MessageFacts | undefined
  set(key: string, facts: MessageFacts): void
}

/** A memo of at most `maxEntries` messages in two generations: what is used stays, the rest goes when room is needed. */
export function createTranscriptMemo(maxEntries: number): TranscriptMemo {
  const perGeneration = Math.max(1, Math.floor(maxEntries / 2))
  let young = new Map<string, MessageFacts>()
  let old = new Map<string, MessageFacts>()

  function set(key: string, facts: MessageFacts): void {
    if (young.size >= perGeneration && !young.has(key)) {
      old = young
      young = new Map()
    }
    young.set(key, facts)
  }

  function get(key: string): MessageFacts | undefined {
    const fresh = young.get(key)
    if (fresh !== undefined) return fresh
    const known = old.get(key)
    if (known !== undefined) set(key, known)
    return known
  }

  return { get, set }
}
