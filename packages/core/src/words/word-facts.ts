import { perWord } from '../lexicon/word-form.ts'
import { STOP_WORDS } from './stop-words.ts'
import { stemOf, termId } from './words.ts'

/** Context-free facts of a word. */
export interface WordFacts {
  /** In lower case and with plain apostrophes. */
  readonly lower: string
  readonly term: number
  /** True for words that say nothing about a topic. */
  readonly isStop: boolean
}

export const factsOf = perWord(({ text: word }): WordFacts => {
  const lower = word.toLowerCase().replace('’', "'")
  return { lower, term: termId(stemOf(word)), isStop: STOP_WORDS.has(lower) }
})
