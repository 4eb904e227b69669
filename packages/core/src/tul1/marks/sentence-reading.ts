import type { SpokenWord } from '../content.ts'
import { type Claim, claimOf, type Statement } from './claim.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { isEvent } from './event.ts'
import { affirms, changesTopic, continues, deflects, isOfKind, isQuestion, type Wanted, wantedBy } from './question.ts'
import { isReported } from './reported.ts'
import { TRIGGER, triggersOf } from './triggers.ts'
import { isOwnHedge, isUncertain } from './uncertain.ts'
import { mayBeValue } from './values.ts'
import { wordSet } from './word-set.ts'

/** What a sentence of a speaker says about itself, as far as marks depend on it. It holds no text. */
export interface SentenceReading {
  readonly isReported: boolean
  readonly isUncertain: boolean
  readonly question: { readonly wanted: Wanted; readonly isRequest: boolean } | undefined
  /** Of a statement. */
  readonly claim: Claim | undefined
  /** Tells that something happened. */
  readonly isEvent: boolean
  /** Of a statement that is made of several: what each of them claims. */
  readonly clauses: readonly Claim[]
  readonly reply: Reply
}

/** How a statement would stand as the answer to a question. */
export interface Reply {
  readonly deflects: boolean
  readonly changesTopic: boolean
  readonly affirms: boolean
  readonly continues: boolean
  /** Kinds of answer that it could be, one bit each in the order of `WANTED`. */
  readonly kinds: number
  readonly words: number
}

export const WANTED: readonly Wanted[] = ['time', 'amount', 'person', 'place', 'reason', 'choice', 'yes-no', 'any']

/** Longer ones are lists and run-on text; no rule here is made for them. */
const LONGEST_READ = 700

/** Headings, labels of lists and formulas state nothing of their own. */
const IS_NO_CLAIM = /:\s*$|^\*\*|\\(?:frac|text|times|sqrt|\[|\()|^step \d/

/** A sentence as written, with all quotations covered, and with short ones kept; its words without and with what is covered. */
export interface ReadableSentence {
  readonly written: string
  readonly covered: string
  readonly named: string
  readonly words: readonly SpokenWord[]
  readonly all: readonly SpokenWord[]
}

/** Reads one sentence. */
export function readSentence(sentence: ReadableSentence): SentenceReading | undefined {
  const { written, covered, named } = sentence
  if (written.length > LONGEST_READ) return undefined
  const text = covered.toLowerCase().replaceAll('’', "'").trimStart()
  const words = sentence.words.map(({ lower }) => lower)
  const signs = triggersOf(words)
  const isAsked = isQuestion(text, words.length)
  const reported = !isAsked && (signs & TRIGGER.report) !== 0 && isReported(text, words, covered)
  const hedges = !isAsked && (signs & TRIGGER.hedge) !== 0
  const isStated = !isAsked && !IS_NO_CLAIM.test(text)
  const statement = isStated ? { read: named, text, signs, words: sentence.all } : undefined
  return {
    isReported: reported,
    isUncertain: hedges && (reported ? isOwnHedge(text) : isUncertain(text, covered)),
    question: isAsked
      ? { wanted: wantedBy(text), isRequest: /^(?:\W*\w+\W+){0,2}(?:can|could|would|will) you\b/.test(text) }
      : undefined,
    claim: statement && claimOf(statement),
    isEvent: isStated && isEvent(text),
    clauses: statement ? clauseClaims(statement) : NONE,
    reply: replyOf(text, written, { words: words.length, signs }),
  }
}

const NONE: readonly Claim[] = []

function clauseClaims({ read, text, signs, words }: Statement): readonly Claim[] {
  // Lower case may be longer than what was written; then the places do not fit.
  if (read.length !== text.length) return NONE
  const claims: Claim[] = []
  for (const clause of clausesOf(text)) {
    const own = words.filter((word) => word.start >= clause.start && word.end <= clause.end)
    if (!own.some(canDiffer)) continue
    const claim = claimOf({ ...partOf(read, text, own, clause), signs })
    const { isConsequence, isAfterEvent } = clause
    // What follows from something else holds no longer than that, unless that has happened.
    claims.push({ ...claim, isAfterEvent, isLoose: claim.isLoose || (isConsequence && !isAfterEvent) })
  }
  return claims
}

const DENIALS = wordSet('not no never none cannot without stopped quit nobody nothing neither')

/** A statement without a value or a denial is at odds with none. */
function canDiffer({ text, lower }: SpokenWord, place: number): boolean {
  return (
    (place > 0 && mayBeValue(text)) ||
    (place === 0 && /^\p{N}/u.test(text)) ||
    DENIALS.has(lower) ||
    lower.endsWith("n't")
  )
}

function partOf(read: string, text: string, own: readonly SpokenWord[], { start, end }: Clause) {
  return {
    read: read.slice(start, end),
    text: text.slice(start, end),
    words: own.map((word) => ({ ...word, start: word.start - start, end: word.end - start })),
  }
}

function replyOf(text: string, written: string, found: { readonly words: number; readonly signs: number }): Reply {
  const { words, signs } = found
  let kinds = 0
  WANTED.forEach((wanted, bit) => {
    if (isOfKind(wanted, { text, written, signs })) kinds |= 1 << bit
  })
  return {
    deflects: (signs & TRIGGER.deflect) !== 0 && deflects(text),
    changesTopic: changesTopic(text),
    affirms: affirms(text),
    continues: continues(text),
    kinds,
    words,
  }
}
