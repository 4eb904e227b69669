import type { CueId } from '../../lexicon/cue-ids.ts'
import { foldWord } from '../../lexicon/fold-word.ts'
import { lexiconOf } from '../../lexicon/languages.ts'
import type { Cue } from '../../lexicon/match.ts'
import { wordsOf } from '../../lexicon/word-borders.ts'
import type { Clause, Sentence } from '../../text/analysis.ts'
import type { Span } from '../../text/sentences.ts'
import { type Claim, claimOf } from './claim.ts'
import { hasNumberWord } from './claim-values.ts'
import { denials, ownCues } from './own-cues.ts'

/** The properties of a sentence on which marks depend. Contains no text. */
export interface SentenceReading {
  readonly isReported: boolean
  readonly isUncertain: boolean
  /** Of a question: whether it asks for a time or a figure, or whether something is or shall be so. */
  readonly question: { readonly wantsValue: boolean; readonly isYesNo: boolean } | undefined
  /** Of a statement: what each of its clauses claims. */
  readonly claims: readonly Claim[]
  /** Only says that something was wrong, so that the next sentence says what is right. */
  readonly isRemark: boolean
  /** In few words takes one of several things that were offered. */
  readonly isChoice: boolean
  readonly reply: Reply
}

/** How a statement would stand as the answer to a question. */
export interface Reply {
  readonly words: number
  /** Gives no answer, or not yet. */
  readonly defers: boolean
  /** Opens as an answer does: yes, no, the second one, "it is". */
  readonly opens: boolean
  /** Says nothing but hello or thanks, or turns to something else. */
  readonly isAside: boolean
  /** Has no verb that the lexicon knows. */
  readonly isFragment: boolean
  /** Names a value or a number. */
  readonly hasAmount: boolean
}

/** Longer ones are lists and run-on text; no rule here is made for them. */
const LONGEST_READ = 700
/** Headings and labels of lists state nothing of their own. */
const IS_NO_CLAIM = /:\s*$|^\*\*/
/** Content words of a sentence that only says that something was wrong. */
const SHORT_REMARK = 3
const SHORT_CHANGE = 1
const SHORT_CHOICE = 8

/** Reads one sentence. `quoted` are the quotations of its text. */
export function readSentence(text: string, sentence: Sentence, quoted: readonly Span[]): SentenceReading | undefined {
  if (sentence.end - sentence.start > LONGEST_READ) return undefined
  const clauses = sentence.clauses.map((clause) => readClause(text, clause, quoted))
  const isQuestion = clauses.at(-1)!.clause.flags.question || isUnmarkedQuestion(text, sentence, clauses[0]!)
  const isAsked =
    isQuestion &&
    !isQuoted(text, sentence, quoted) &&
    !clauses.some(({ cues }) => cues.some(({ cue }) => cue === 'courtesy'))
  const isStated = !isQuestion && !IS_NO_CLAIM.test(text.slice(sentence.bodyStart, sentence.end))
  const claims = isStated ? clauses.flatMap((each) => claimsOf(text, each)) : NO_CLAIMS
  const has = (cue: CueId): boolean => clauses.some(({ cues }) => cues.some((own) => own.cue === cue))
  const wantsValue = has('askTime') || has('askAmount')
  const isYesNo = has('proposal') || !(wantsValue || has('question'))
  return {
    isReported: !isQuestion && clauses.some((each) => isReported(text, each)),
    isUncertain: !isQuestion && clauses.some((each) => isUncertain(text, each)),
    question: isAsked ? { wantsValue, isYesNo } : undefined,
    claims,
    isRemark: isRemark(claims, has),
    isChoice: has('choice') && clauses.reduce((sum, { clause }) => sum + clause.words.length, 0) <= SHORT_CHOICE,
    reply: replyOf(sentence, clauses),
  }
}

/** "I do not know the rent yet" claims nothing. */
function claimsOf(text: string, { clause, cues, denying }: ReadClause): readonly Claim[] {
  const isOpen = cues.some(({ cue }) => cue === 'deferral') && !cues.some(({ cue }) => cue === 'correction')
  return isOpen ? NO_CLAIMS : [claimOf(text, clause, cues, denying)]
}

const NO_CLAIMS: readonly Claim[] = []

/** "My mistake.", "They shortened it." */
function isRemark(claims: readonly Claim[], has: (cue: CueId) => boolean): boolean {
  if (!claims.length) return false
  const most = has('correction') ? SHORT_REMARK : has('replacement') ? SHORT_CHANGE : -1
  return claims.every(({ terms, values }) => terms.length <= most && (!values.length || has('correction')))
}

interface ReadClause {
  readonly clause: Clause
  readonly cues: readonly Cue[]
  readonly denying: readonly Cue[]
}

function readClause(text: string, clause: Clause, quoted: readonly Span[]): ReadClause {
  const cues = ownCues(text, clause, quoted)
  return { clause, cues, denying: denials(text, clause, cues) }
}

/** A question mark in a quotation asks nothing. */
function isQuoted(text: string, { end }: Span, quoted: readonly Span[]): boolean {
  const mark = Math.max(...['?', '？', '؟'].map((sign) => text.lastIndexOf(sign, end)))
  return quoted.some((quote) => mark >= quote.start && mark < quote.end)
}

/** "can you check the cron job": a line without any end mark that opens as questions do. */
function isUnmarkedQuestion(text: string, { bodyStart, end }: Sentence, { cues, clause }: ReadClause): boolean {
  if (!/[\p{L}\p{N}]$/u.test(text.slice(bodyStart, end)) || clause.words.length < LEAST_QUESTION) return false
  const opens = (wanted: CueId): boolean => cues.some(({ cue, start }) => cue === wanted && start === bodyStart)
  return opens('question') && !opens('condition') && !opens('proposal')
}

const LEAST_QUESTION = 4

/** Somebody else's words, told as such: no "if she says", no "nobody told me", no "as you said". */
function isReported(text: string, each: ReadClause): boolean {
  const { clause, cues } = each
  if (cues.some(({ cue }) => cue === 'hearsay')) return true
  const { speaker, flags, language } = clause
  if (!flags.reported || speaker === 'self' || (speaker && isNobodyElse(speaker.text, language))) return false
  const report =
    cues.find((cue) => cue.cue === 'attribution' && !isOrdinal(clause, cue)) ??
    cues.find((cue) => cue.cue === 'report' && !isPartOf(cue, cues))
  if (!report) return false
  if (report.cue === 'attribution') return true
  if (isDeniedReport(each) || isArticle(text, clause) || isOwnWord(clause, report)) return false
  // "If she says yes", "ask her when she says goodbye": a condition before the verb holds for the saying.
  return !cues.some(
    ({ cue, end }) =>
      (cue === 'condition' && end <= report.start) ||
      (cue === 'hypothetical' && end <= report.start && !/[,，、،]/.test(text.slice(end, report.start))),
  )
}

/** "I never said that": what was not said is not claimed. */
function isDeniedReport({ clause, cues, denying }: ReadClause): boolean {
  const { words, language } = clause
  const { subordinators, verbFinal } = lexiconOf(language)
  // "avisou que não": behind the word that opens what is said, a negation is a part of it.
  const opens = ({ text }: { readonly text: string }): boolean => subordinators.includes(foldWord(text))
  return cues.some(
    ({ cue, start, end }) =>
      cue === 'report' &&
      denying.some((no) => {
        if (Math.min(Math.abs(start - no.end), Math.abs(no.start - end)) > NEAR_DENIAL) return false
        return (
          verbFinal ||
          no.start < start ||
          !words.some((word) => word.start >= end && word.end <= no.start && opens(word))
        )
      }),
  )
}

/** "I said it wrong": a verb of saying inside a phrase of another meaning. */
function isPartOf({ start, end }: Cue, cues: readonly Cue[]): boolean {
  return cues.some(
    (other) =>
      (other.cue === 'correction' || other.cue === 'deferral' || other.cue === 'pseudo') &&
      other.start <= start &&
      other.end >= end &&
      other.end - other.start > end - start,
  )
}

/** "I told Anna": the speaker precedes the verb, with or without other people. */
function isOwnWord({ words, language, speaker }: Clause, report: Cue): boolean {
  const { selfWords, scripts } = lexiconOf(language)
  // Han has no other form for a possessive: "my colleague says".
  if (speaker && scripts.includes('Han')) return false
  return words.some(
    ({ text, end }) => end <= report.start && selfWords.some((word) => foldWord(word) === foldWord(text)),
  )
}

/** Italian "il secondo corso": behind an article, what could name a source is an ordinal. */
function isOrdinal({ words, language }: Clause, { start, end }: Cue): boolean {
  const at = words.findIndex((word) => word.start === start && word.end === end)
  if (at < 1) return false
  const { ordinals, functionWords, coordinators } = lexiconOf(language)
  const before = foldWord(words[at - 1]!.text)
  if (!functionWords.includes(before) || coordinators.includes(before)) return false
  return Object.values(ordinals).some((names) => names.includes(foldWord(words[at]!.text)))
}

/** "The recommended dose": an article is no speaker. */
function isArticle(text: string, { speaker, language }: Clause): boolean {
  if (typeof speaker !== 'object') return false
  return lexiconOf(language).droppable.includes(`[${foldWord(text.slice(speaker.start, speaker.end))}]`)
}

/** Characters between a verb of saying and the word that denies it. */
const NEAR_DENIAL = 8

/** "You said", "the log says". */
function isNobodyElse(speaker: string, language: Clause['language']): boolean {
  const last = wordsOf(speaker).at(-1)
  if (!last) return false
  const key = foldWord(last.text)
  const { selfWords, listenerWords, instruments } = lexiconOf(language)
  return [selfWords, listenerWords, instruments].some((list) => list.some((word) => foldWord(word) === key))
}

/** The speaker's own doubt: a hedge inside what somebody else says is theirs; a proposal leaves nothing open. */
function isUncertain(text: string, each: ReadClause): boolean {
  const { clause, cues } = each
  const hedge = cues.find(({ cue }) => cue === 'hedge')
  if (!hedge || cues.some(({ cue }) => cue === 'hearsay')) return false
  if (cues.some(({ cue, start, end }) => cue === 'proposal' && !(start >= hedge.start && end <= hedge.end)))
    return false
  if (!clause.words.some(({ start, end }) => end <= hedge.start || start >= hedge.end)) return false
  if (!isReported(text, each)) return true
  const report = cues.find(({ cue }) => cue === 'report' || cue === 'attribution')
  return report !== undefined && hedge.start < report.start
}

function hasVerb({ words, language }: Clause): boolean {
  const { verbs } = lexiconOf(language)
  return words.some(({ text }) => verbs.includes(foldWord(text)))
}

const OPENING: readonly CueId[] = ['confirmation', 'refusal', 'negation', 'choice', 'pointing', 'correction']
const SHORT_GREETING = 4
const OPENING_CHARACTERS = 3

function replyOf({ bodyStart }: Sentence, clauses: readonly ReadClause[]): Reply {
  const cues = clauses.flatMap((each) => each.cues)
  const values = clauses.flatMap(({ clause }) => clause.values)
  const words = clauses.reduce((sum, { clause }) => sum + clause.words.length, 0)
  const opensWith = (wanted: readonly CueId[]): boolean =>
    cues.some(({ cue, start }) => wanted.includes(cue) && start - bodyStart <= OPENING_CHARACTERS)
  const hasAmount = values.length > 0 || clauses.some(({ clause }) => hasNumberWord(clause))
  return {
    words,
    defers: cues.some(({ cue }) => cue === 'deferral'),
    opens: opensWith(OPENING),
    isAside:
      opensWith(['topicChange']) ||
      (words <= SHORT_GREETING && opensWith(['greeting', 'thanks']) && !opensWith(['confirmation', 'refusal'])),
    isFragment: !clauses.some(({ clause }) => hasVerb(clause)),
    hasAmount,
  }
}
