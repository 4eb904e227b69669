import { perWord } from '../lexicon/word-form.ts'
import { isNegation, KEPT_WORDS, STOP_WORDS } from './stop-words.ts'
import { stemOf, termId } from './words.ts'

/** What abridging a text may do with a word. 0: may not be dropped; 1: content; 2: function word. */
export type Rank = 0 | 1 | 2

/** What is known of a word by itself, wherever it stands. */
export interface WordFacts {
  /** In small letters and with plain apostrophes. */
  readonly lower: string
  readonly term: number
  /** Says nothing about a topic. */
  readonly isStop: boolean
  /** At the beginning of a sentence, where a capital says nothing, and within one. */
  readonly startRank: Rank
  readonly midRank: Rank
}

export const factsOf = perWord(({ text: word }): WordFacts => {
  const small = word.toLowerCase()
  const lower = small.replace('’', "'")
  return {
    lower,
    term: termId(stemOf(word)),
    isStop: STOP_WORDS.has(small),
    startRank: rankOf(word, lower, false),
    midRank: rankOf(word, lower, true),
  }
})

function rankOf(word: string, lower: string, isMidLine: boolean): Rank {
  if (isProtected(word, isMidLine)) return 0
  return STOP_WORDS.has(lower) ? 2 : 1
}

/** What must come through whole, however common it is: digits, capitals inside a line, and the words that turn a meaning. */
function isProtected(word: string, isMidLine: boolean): boolean {
  if (isNegation(word) || KEPT_WORDS.has(word.toLowerCase())) return true
  if (/\p{N}/u.test(word)) return true
  return isMidLine && /^\p{Lu}/u.test(word) && !/^I(?:['’]|$)/.test(word)
}
