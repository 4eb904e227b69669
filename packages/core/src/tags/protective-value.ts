import type { CueId } from '../lexicon/cue-ids.ts'
import { cuesIn, cuesOf, readingLanguages } from '../lexicon/cues.ts'
import { detectLanguages } from '../lexicon/detect.ts'
import type { Cue, Passage } from '../lexicon/match.ts'
import { UNSPACED } from '../lexicon/word-borders.ts'
import type { Fragment } from '../words/fragments.ts'
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

/** The cues that give each sign, in the order in which signs are listed. */
const CUES: Readonly<Record<ProtectiveSign, readonly CueId[]>> = {
  instruction: ['instruction', 'ban', 'lasting', 'order', 'form', 'personal', 'limit', 'binding'],
  decision: ['decision'],
  commitment: ['commitment'],
  correction: ['correction', 'replacement', 'revocation', 'release'],
  question: [],
  error: ['error'],
  negation: ['negation', 'negationMorpheme'],
}
const SIGNS = Object.keys(CUES) as readonly ProtectiveSign[]
const SIGN_OF: ReadonlyMap<CueId, number> = new Map(
  SIGNS.flatMap((sign, place) => CUES[sign].map((cue) => [cue, 1 << place] as const)),
)
const QUESTION = 1 << SIGNS.indexOf('question')
/** A question mark of any script at the end, brackets and quotes aside. */
const QUESTION_MARK = /[?？؟՞][\s"'”’)\]」』）*_]{0,4}$/
/** Sentences are looked at up to here: longer ones are data. */
const LONGEST_SENTENCE = 2000

export interface Protection {
  /** In a fixed order, each at most once. */
  readonly signs: readonly ProtectiveSign[]
  /** 1 for a sentence without signs, up to about 2.5. */
  readonly value: number
}

const NONE: Protection = { signs: [], value: 1 }

/** The protective signs of a sentence, in the languages of the lexicon; of other ones those that marks show. Linear, never throws. */
export function protectionOf(sentence: string): Protection {
  const text = sentence.length > LONGEST_SENTENCE ? sentence.slice(0, LONGEST_SENTENCE) : sentence
  return protectionBy(text, cuesOf(text), 0)
}

/** The same of each sentence of a text, whose languages are told once. */
export function protectionsOf(passage: Passage, sentences: readonly Fragment[]): Protection[] {
  const cues = cuesIn(passage, readingLanguages(detectLanguages(passage), undefined))
  let at = 0
  return sentences.map(({ text: sentence, start }) => {
    while (at < cues.length && cues[at]!.start < start) at++
    const from = at
    while (at < cues.length && cues[at]!.start < start + sentence.length) at++
    return protectionBy(sentence, cues.slice(from, at), start)
  })
}

/** `offset` is the place of the sentence in the text that the cues belong to. */
function protectionBy(sentence: string, cues: readonly Cue[], offset: number): Protection {
  let bits = 0
  for (const { cue } of cues) bits |= SIGN_OF.get(cue) ?? 0
  if (isQuestion(sentence, cues, offset)) bits |= QUESTION
  if (!bits) return NONE
  const signs = SIGNS.filter((_, place) => bits & (1 << place))
  let most = 0
  for (const sign of signs) most = Math.max(most, SIGN_VALUES[sign])
  return { signs, value: most + FURTHER_SIGN * (signs.length - 1) }
}

function isQuestion(sentence: string, cues: readonly Cue[], offset: number): boolean {
  const end = sentence.trimEnd().replace(/[。.]$/, '').length + offset
  if (QUESTION_MARK.test(sentence.slice(-24).trimEnd())) return !cues.some(({ cue }) => cue === 'tagQuestion')
  return cues.some(
    ({ cue, end: asked, start }) => cue === 'question' && asked >= end && UNSPACED.test(sentence.slice(start - offset)),
  )
}
