import { lexiconOf } from '../lexicon/languages.ts'

/**
 * English function words and filler, which say nothing about a topic. Negations, quantities and small words that change a
 * meaning ("before", "only", "until") are not included.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(lexiconOf('en').stopWords)
