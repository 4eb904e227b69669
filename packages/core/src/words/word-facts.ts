import { perWord } from '../lexicon/word-form.ts'
import { STOP_WORDS } from './stop-words.ts'
import { stemOf, termId } from './words.ts'

/** What is known of a word by itself, wherever it stands. */
export interface WordFacts {
  /** In small letters and with plain apostrophes. */
  readonly lower: string
  readonly term: number
  /** Says nothing about a topic. */
  readonly isStop: boolean
}

export const factsOf = perWord(({ text: word }): WordFacts => {
  const small = word.toLowerCase()
  return { lower: small.replace('’', "'"), term: termId(stemOf(word)), isStop: STOP_WORDS.has(small) }
})
