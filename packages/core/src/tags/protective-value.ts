import { addCues, createCueTrie, cueWords, findCues } from './cue-trie.ts'
import { SPACED_CUES, UNSPACED_CUES } from './protective-cues.ts'
import type { TagKind } from './tag.ts'

/** What makes that a sentence must not be dropped silently. */
export type ProtectiveSign =
  | 'instruction'
  | 'decision'
  | 'commitment'
  | 'correction'
  | 'question'
  | 'error'
  | 'negation'

/** How much a kind of tag is worth beside a plain term, and why. */
const KIND_VALUES: Readonly<Record<TagKind, number>> = {
  // Nobody can guess them again, and one wrong character makes them useless.
  url: 2.5,
  email: 2.5,
  path: 2.5,
  identifier: 2.5,
  // What was seen once and is searched for later, word for word.
  error: 2.5,
  version: 2.2,
  // Figures with a meaning of their own: what is asked for most often, and cannot be worked out from the rest.
  money: 2.2,
  date: 2,
  time: 2,
  percent: 2,
  quantity: 2,
  // A bare number may be the number of a list item.
  number: 1.5,
  // Who and what it is about: finds the right place, seldom is the answer alone.
  name: 1.6,
  phrase: 1.2,
  term: 1,
}

/** Protective value of a kind of tag; a plain term has 1. */
export function kindValue(kind: TagKind): number {
  return KIND_VALUES[kind]
}

const SIGN_VALUES: Readonly<Record<ProtectiveSign, number>> = {
  // Holds for everything that follows, and is noticed only when it is broken.
  instruction: 2,
  // Without it, the value it replaced is taken for true.
  correction: 2,
  decision: 1.8,
  commitment: 1.6,
  error: 1.5,
  // Something is still to be answered.
  question: 1.3,
  // Turns the meaning round, but is in every tenth sentence.
  negation: 1.2,
}
/** Every further sign adds a tenth: they seldom are independent. */
const FURTHER_SIGN = 0.1

const SIGNS = ['instruction', 'decision', 'commitment', 'correction', 'question', 'error', 'negation'] as const
const CUED = ['instruction', 'decision', 'commitment', 'correction', 'error', 'negation'] as const

const trie = createCueTrie()
for (const sign of CUED) for (const phrases of SPACED_CUES[sign]) addCues(trie, phrases, 1 << SIGNS.indexOf(sign))
const unspaced = CUED.map((sign) => [sign, new RegExp(UNSPACED_CUES[sign], 'u')] as const)
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
/** A question mark of any script at the end, brackets and quotes aside, or a question word at the start of Chinese or Japanese. */
const QUESTION = /[?？؟՞][\s"'”’)\]」』）*_]{0,4}$/
const ASKING_END = /(?:吗|呢|嗎|でしょうか|ですか|ますか|까요)[。.]?$/
/** "?" ends it, but it asks nothing: a tag behind a statement. */
const TAG_QUESTION = /,\s*(?:right|ok|okay|eh|huh|yeah|oder|non|no|verdad|né|hè)\s*\?$/i
/** Sentences are looked at up to here: longer ones are data. */
const LONGEST_SENTENCE = 2000

export interface Protection {
  /** In a fixed order, each at most once. */
  readonly signs: readonly ProtectiveSign[]
  /** 1 for a sentence without signs, up to about 2.5. */
  readonly value: number
}

const NONE: Protection = { signs: [], value: 1 }

/** The protective signs of a sentence, in a dozen languages; of other ones those that marks show. Linear, never throws. */
export function protectionOf(sentence: string): Protection {
  const text = sentence.length > LONGEST_SENTENCE ? sentence.slice(0, LONGEST_SENTENCE) : sentence
  let bits = findCues(trie, cueWords(text))
  if (UNSPACED.test(text)) {
    for (const [sign, pattern] of unspaced) if (pattern.test(text)) bits |= 1 << SIGNS.indexOf(sign)
  }
  if (isQuestion(text)) bits |= 1 << SIGNS.indexOf('question')
  if (!bits) return NONE
  const signs = SIGNS.filter((_, place) => bits & (1 << place))
  let most = 0
  for (const sign of signs) most = Math.max(most, SIGN_VALUES[sign])
  return { signs, value: most + FURTHER_SIGN * (signs.length - 1) }
}

function isQuestion(text: string): boolean {
  const end = text.slice(-24).trimEnd()
  return (QUESTION.test(end) && !TAG_QUESTION.test(end)) || ASKING_END.test(end)
}
