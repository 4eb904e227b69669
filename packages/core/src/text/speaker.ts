import { foldWord } from '../lexicon/fold-word.ts'
import { type Language, lexiconOf } from '../lexicon/languages.ts'
import type { Cue } from '../lexicon/match.ts'
import type { Word } from './words.ts'

/** Who says what a clause reports. */
export type Speaker = 'self' | { readonly text: string; readonly start: number; readonly end: number } | undefined

const MOST_WORDS = 3
const known = new Map<Language, { readonly self: ReadonlySet<string>; readonly closed: ReadonlySet<string> }>()

function wordsOfLanguage(language: Language) {
  let words = known.get(language)
  if (!words) {
    const file = lexiconOf(language)
    words = { self: new Set(file.selfWords.map(foldWord)), closed: new Set(file.functionWords.map(foldWord)) }
    known.set(language, words)
  }
  return words
}

/**
 * The speaker of a report: the words directly before its verb ("marek says"), behind it where the verb stands last or
 * after a comma ("..., sagt Marek"), or behind an attribution ("according to Marek"). `self` for the first person.
 */
export function speakerOf(text: string, words: readonly Word[], cue: Cue, language: Language): Speaker {
  const { self, closed } = wordsOfLanguage(language)
  const first = words.findIndex((word) => word.end > cue.start)
  let last = first
  while (last + 1 < words.length && words[last + 1]!.start < cue.end) last++
  if (first < 0) return undefined
  const isSelf = (word: Word | undefined): boolean => word !== undefined && self.has(foldWord(word.text))
  if (isSelf(words[first]) || isSelf(words[first - 1])) return 'self'
  const before = runBefore(text, words, first, closed)
  const isInverted = cue.cue === 'attribution' || before === undefined
  if (isInverted && isSelf(words[last + 1])) return 'self'
  return isInverted ? runAfter(text, words, last, closed) : before
}

function runBefore(text: string, words: readonly Word[], verb: number, closed: ReadonlySet<string>): Speaker {
  let from = verb
  while (
    from > 0 &&
    verb - from < MOST_WORDS &&
    isNear(text, words[from - 1]!, words[from]!) &&
    !isConnector(words[from - 1]!, closed)
  )
    from--
  // A pronoun alone is a speaker too: "she says".
  if (from === verb && verb > 0 && isNear(text, words[verb - 1]!, words[verb]!)) from = verb - 1
  return from < verb ? spanOf(text, words[from]!, words[verb - 1]!) : undefined
}

function runAfter(text: string, words: readonly Word[], verb: number, closed: ReadonlySet<string>): Speaker {
  let to = verb
  while (to + 1 < words.length && to - verb < MOST_WORDS && isNear(text, words[to]!, words[to + 1]!)) {
    to++
    if (!closed.has(foldWord(words[to]!.text))) break
  }
  return to > verb ? spanOf(text, words[verb + 1]!, words[to]!) : undefined
}

function isConnector(word: Word, closed: ReadonlySet<string>): boolean {
  return closed.has(foldWord(word.text))
}

function isNear(text: string, left: Word, right: Word): boolean {
  return right.start - left.end <= 1 && /^ ?$/.test(text.slice(left.end, right.start))
}

function spanOf(text: string, from: Word, to: Word): Speaker {
  return { text: text.slice(from.start, to.end), start: from.start, end: to.end }
}
