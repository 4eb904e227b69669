import { foldWord } from '../lexicon/fold-word.ts'
import type { Language } from '../lexicon/languages.ts'
import type { Cue } from '../lexicon/match.ts'
import { foldedSet, perLanguage, wordTables } from '../lexicon/per-language.ts'
import type { Word } from '../lexicon/word-borders.ts'

/** The source of a reported statement. */
export type Speaker = 'self' | { readonly text: string; readonly start: number; readonly end: number } | undefined

const MAX_WORDS = 3
/** Largest number of words after a verb of saying that closes a sentence: "the disk failed, says Marek". */
const CLOSING_WORDS = 3

const speakerWordsOf = perLanguage((file, language) => ({
  ...wordTables(language),
  closed: foldedSet([...file.functionWords, ...file.verbs, ...file.coordinators, ...file.subordinators]),
  /** Pronouns of the first person that are not subjects: "me". */
  objects: foldedSet(file.ownWords.filter((word) => !file.selfWords.includes(word))),
  verbFinal: file.verbFinal ?? false,
  verbFirst: file.verbFirst ?? false,
}))
type SpeakerWords = ReturnType<typeof speakerWordsOf>

/**
 * The speaker of a report: the words directly before its verb ("marek says"), after a verb that closes the sentence ("..., sagt
 * Marek"), or after an attribution ("according to Marek"). `self` for the first person. Undefined if no one is named next to
 * the verb.
 */
export function speakerOf(text: string, words: readonly Word[], cue: Cue, language: Language): Speaker {
  const own = speakerWordsOf(language)
  const first = words.findIndex((word) => word.end > cue.start)
  if (first < 0) return undefined
  let last = first
  while (last + 1 < words.length && words[last + 1]!.start < cue.end) last++
  const isSelf = (word: Word | undefined): boolean => word !== undefined && own.selfWords.has(foldWord(word.text))
  if (cue.cue === 'attribution') return isSelf(words[last + 1]) ? 'self' : runAfter(text, words, last, own)
  if (isSelf(words[first]) || isSelf(words[first - 1])) return 'self'
  if (own.verbFinal) return undefined
  const before = runBefore(text, words, first, own)
  const isBehind = own.verbFirst || words.length - 1 - last <= CLOSING_WORDS
  if (before || !isBehind || own.closed.has(foldWord(words[last + 1]?.text ?? ''))) return before
  return runAfter(text, words, last, own)
}

function runBefore(text: string, words: readonly Word[], at: number, own: SpeakerWords): Speaker {
  const { closed, subjects } = own
  const isContent = (word: Word): boolean => !closed.has(foldWord(word.text)) && !/^\p{N}/u.test(word.text)
  const verb = beforeAuxiliaries(text, words, at, own)
  let from = runStart(text, words, verb, isContent)
  const previous = words[verb - 1]
  // A pronoun alone can be the speaker: "she says".
  if (from === verb && previous && isNear(text, previous, words[verb]!) && subjects.has(foldWord(previous.text)))
    from = verb - 1
  return from < verb ? spanOf(text, words[from]!, words[verb - 1]!) : undefined
}

/** Position of the first auxiliary or pronoun before a participle: "the bank has confirmed", "la vecina me contó". */
function beforeAuxiliaries(text: string, words: readonly Word[], verb: number, own: SpeakerWords): number {
  const isPart = (key: string): boolean => own.verbs.has(key) || own.objects.has(key)
  return runStart(text, words, verb, (word) => word !== words[0] && isPart(foldWord(word.text)))
}

/** Position of the first of the words directly before `end` that are all wanted, at most `MAX_WORDS`. */
function runStart(text: string, words: readonly Word[], end: number, isWanted: (word: Word) => boolean): number {
  const continues = (at: number): boolean => isNear(text, words[at - 1]!, words[at]!) && isWanted(words[at - 1]!)
  let at = end
  while (at > 0 && end - at < MAX_WORDS && continues(at)) at--
  return at
}

function runAfter(text: string, words: readonly Word[], verb: number, { closed }: SpeakerWords): Speaker {
  let to = verb
  while (to + 1 < words.length && to - verb < MAX_WORDS && isNear(text, words[to]!, words[to + 1]!)) {
    to++
    if (!closed.has(foldWord(words[to]!.text))) break
  }
  const isNamed = to > verb && !closed.has(foldWord(words[to]!.text))
  return isNamed ? spanOf(text, words[verb + 1]!, words[to]!) : undefined
}

function isNear(text: string, left: Word, right: Word): boolean {
  return right.start - left.end <= 1 && /^ ?$/.test(text.slice(left.end, right.start))
}

function spanOf(text: string, from: Word, to: Word): Speaker {
  return { text: text.slice(from.start, to.end), start: from.start, end: to.end }
}
