import { type Claim, claimOf } from './claim.ts'
import { affirms, changesTopic, continues, deflects, isOfKind, isQuestion, type Wanted, wantedBy } from './question.ts'
import { isReported } from './reported.ts'
import { isOwnHedge, isUncertain } from './uncertain.ts'
import { wordList } from './word-list.ts'

/** What a sentence of a speaker says about itself, as far as marks depend on it. It holds no text. */
export interface SentenceReading {
  readonly isReported: boolean
  readonly isUncertain: boolean
  readonly question: { readonly wanted: Wanted; readonly isRequest: boolean } | undefined
  /** Of a statement. */
  readonly claim: Claim | undefined
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

/** Reads one sentence: as written, with all quotations covered, and with short ones kept. */
export function readSentence(written: string, covered: string, named: string): SentenceReading | undefined {
  if (written.length > LONGEST_READ) return undefined
  const text = covered.toLowerCase().replaceAll('’', "'").trimStart()
  const words = wordList(covered)
  const isAsked = isQuestion(text, words.length)
  const reported = !isAsked && isReported(text, words, covered)
  return {
    isReported: reported,
    isUncertain: !isAsked && (reported ? isOwnHedge(text) : isUncertain(text, covered)),
    question: isAsked
      ? { wanted: wantedBy(text), isRequest: /^(?:\W*\w+\W+){0,2}(?:can|could|would|will) you\b/.test(text) }
      : undefined,
    claim: isAsked || IS_NO_CLAIM.test(text) ? undefined : claimOf(named, text),
    reply: replyOf(text, written, words.length),
  }
}

function replyOf(text: string, written: string, words: number): Reply {
  let kinds = 0
  WANTED.forEach((wanted, bit) => {
    if (isOfKind(wanted, text, written)) kinds |= 1 << bit
  })
  return {
    deflects: deflects(text),
    changesTopic: changesTopic(text),
    affirms: affirms(text),
    continues: continues(text),
    kinds,
    words,
  }
}
