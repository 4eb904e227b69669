import { foldWord } from '../lexicon/fold-word.ts'
import { lexiconOf } from '../lexicon/languages.ts'

const { stopWords = [], keptWords = [], cues } = lexiconOf('en')

/**
 * English function words and filler: what says nothing about a topic. Negations, quantities and the small words that turn
 * a meaning round ("before", "only", "until") are not in it.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(stopWords)

/** Function words that still carry meaning where they stand. */
export const KEPT_WORDS: ReadonlySet<string> = new Set(keptWords)

/** Single words that no abridgement may lose: they turn the meaning of what stands beside them. */
const NEGATIONS: ReadonlySet<string> = new Set(
  [...(cues.negation ?? []), ...(cues.exception ?? [])].filter((phrase) => /^[a-z']+$/.test(phrase)),
)
const SHORT_NEGATION = /n['’]t$/i

export function isNegation(word: string): boolean {
  return NEGATIONS.has(foldWord(word)) || SHORT_NEGATION.test(word)
}
