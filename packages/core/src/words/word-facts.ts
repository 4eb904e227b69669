import { createRecentMap } from '../recent-map.ts'
import { STOP_WORDS } from './stop-words.ts'
import { stemOf, termId } from './words.ts'

/** What is known of a word by itself, wherever it stands. */
export interface WordFacts {
  readonly term: number
  /** Says nothing about a topic. */
  readonly isStop: boolean
}

const MOST_KNOWN = 16_384
/** A longer part of a text is no copy, and would keep all of the text. */
const MOST_CHARACTERS = 12

const known = createRecentMap<WordFacts>(MOST_KNOWN)

/** The same words are met again and again, and finding them is cheaper than judging them. */
export function factsOf(word: string): WordFacts {
  if (word.length > MOST_CHARACTERS) return judge(word)
  const before = known.get(word)
  if (before) return before
  const facts = judge(word)
  known.set(word, facts)
  return facts
}

function judge(word: string): WordFacts {
  return { term: termId(stemOf(word)), isStop: STOP_WORDS.has(word.toLowerCase()) }
}
