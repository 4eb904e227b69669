/**
 * What a session's own words say about themselves, left to right: which are names because they keep their capital inside
 * sentences, which are written small, which stand side by side again and again. Hashes and counts, no text.
 */
export interface Lexicon {
  /** Words seen with a capital inside a sentence, and words seen without one. */
  readonly capitals: Set<number>
  readonly smalls: Set<number>
  readonly counts: Map<number, number>
  /** Neighbouring content words. */
  readonly pairs: Map<number, number>
  words: number
  /** Words inside sentences whose script has case, and those of them with a capital. */
  inside: number
  insideCapitals: number
}

export function createLexicon(): Lexicon {
  return {
    capitals: new Set(),
    smalls: new Set(),
    counts: new Map(),
    pairs: new Map(),
    words: 0,
    inside: 0,
    insideCapitals: 0,
  }
}

const MOST_WORDS = 40_000
const MOST_PAIRS = 40_000
/** From so many words on it can be told that a word is in every sentence, or that a language writes nouns large. */
const LEAST_WORDS = 500
const LEAST_INSIDE = 40
const FUNCTION_SHARE = 0.008
const LARGE_SHARE = 0.18

/** One number for two neighbours, from the hash of each. */
export function pairId(left: number, right: number): number {
  return Math.imul(left, 31) ^ right
}

/** Whether a word is so frequent in this session that it says nothing about a topic, in whatever language. */
export function isFunctionWord(lexicon: Lexicon, id: number): boolean {
  return lexicon.words >= LEAST_WORDS && (lexicon.counts.get(id) ?? 0) > FUNCTION_SHARE * lexicon.words
}

/** Whether the text writes all nouns large, as German does: then a capital makes no name. */
export function writesNounsLarge(lexicon: Lexicon): boolean {
  return lexicon.inside >= LEAST_INSIDE && lexicon.insideCapitals > LARGE_SHARE * lexicon.inside
}

export function noteWord(lexicon: Lexicon, id: number): void {
  lexicon.words++
  const count = lexicon.counts.get(id)
  if (count !== undefined || lexicon.counts.size < MOST_WORDS) lexicon.counts.set(id, (count ?? 0) + 1)
}

/** Counts a pair. When there are too many, those seen once are forgotten, all at the same place in every process. */
export function notePair(lexicon: Lexicon, id: number): void {
  const { pairs } = lexicon
  pairs.set(id, (pairs.get(id) ?? 0) + 1)
  if (pairs.size <= MOST_PAIRS) return
  for (const [pair, count] of pairs) if (count < 2) pairs.delete(pair)
  if (pairs.size > MOST_PAIRS / 2) pairs.clear()
}

export function noteCase(lexicon: Lexicon, id: number, isCapital: boolean): void {
  const seen = isCapital ? lexicon.capitals : lexicon.smalls
  if (seen.size < MOST_WORDS) seen.add(id)
}
