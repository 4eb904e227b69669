import { lexiconOf } from '../lexicon/languages.ts'

/**
 * English function words and filler: what says nothing about a topic. Negations, quantities and the small words that turn
 * a meaning round ("before", "only", "until") are not in it.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(lexiconOf('en').stopWords)
