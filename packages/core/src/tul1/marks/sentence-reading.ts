import type { Span } from '../../conversation.ts'
import type { CueId } from '../../lexicon/cue-ids.ts'
import { foldWord } from '../../lexicon/fold-word.ts'
import { lexiconOf } from '../../lexicon/languages.ts'
import type { Cue } from '../../lexicon/match.ts'
import { foldedSet, perLanguage, wordTables } from '../../lexicon/per-language.ts'
import { wordsOf } from '../../lexicon/word-borders.ts'
import { sumOf } from '../../sum.ts'
import type { Clause, Sentence } from '../../text/analysis.ts'
import { isWithin, lengthOf } from '../../text/spans.ts'
import { type Claim, claimOf } from './claim.ts'
import { hasNumberWord } from './claim-values.ts'
import { denials, hasQuestionWord, ownCues } from './own-cues.ts'

/** The properties of a sentence on which marks depend. Contains no text. */
export interface SentenceReading {
  readonly isReported: boolean
  readonly isUncertain: boolean
  /** For a question: whether it asks for a time or a figure, and whether it is a yes-no question. */
  readonly question: { readonly wantsValue: boolean; readonly isYesNo: boolean } | undefined
  /** For a statement: the claims of its clauses. */
  readonly claims: readonly Claim[]
  /** True if it only states that there is an error or a change, which the next sentence names. */
  readonly isRemark: boolean
  /** True if it chooses one of several offered things in few words. */
  readonly isChoice: boolean
  readonly reply: Reply
}

/** The properties of a statement as an answer to a question. */
export interface Reply {
  readonly words: number
  /** True if it gives no answer, or not yet. */
  readonly defers: boolean
  /** True if it opens like an answer: yes, no, the second one, "it is". */
  readonly opens: boolean
  /** True if it contains only a greeting or thanks, or changes the topic. */
  readonly isAside: boolean
  /** True if it has no verb of the lexicon. */
  readonly isFragment: boolean
  /** True if it names a value or a number. */
  readonly hasAmount: boolean
}

/** Longest sentence that is read, in UTF-16 units. Longer ones are lists and run-on text, for which no rule here is made. */
const LONGEST_READ = 700
/** Headings and labels of lists, which claim nothing. */
const IS_NO_CLAIM = /:\s*$|^\*\*/
/** Largest number of content words of a sentence that only states an error or a change, and of words of a choice. */
const SHORT_REMARK = 3
const SHORT_CHANGE = 1
const SHORT_CHOICE = 8

/** Reads one sentence. `quoted` are the quotations that overlap it. */
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
  const reply = replyOf(sentence, clauses)
  const isYesNo =
    has('proposal') ||
    !(wantsValue || has('request') || clauses.some(({ clause, cues }) => hasQuestionWord(text, clause, cues)))
  return {
    isReported: !isQuestion && clauses.some((each) => isReported(text, each)),
    isUncertain: !isQuestion && clauses.some((each) => isUncertain(text, each)),
    question: isAsked ? { wantsValue, isYesNo } : undefined,
    claims,
    isRemark: isRemark(claims, has),
    isChoice: has('choice') && reply.words <= SHORT_CHOICE,
    reply,
  }
}

/** A deferral claims nothing: "I do not know the rent yet". */
function claimsOf(text: string, { clause, cues, denying }: ReadClause): readonly Claim[] {
  const isOpen = cues.some(({ cue }) => cue === 'deferral') && !cues.some(({ cue }) => cue === 'correction')
  return isOpen ? NO_CLAIMS : [claimOf(text, clause, cues, denying)]
}

const NO_CLAIMS: readonly Claim[] = []

/** True for "My mistake." and "They shortened it." */
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

/** True if the question mark is in a quotation, so that nothing is asked. */
function isQuoted(text: string, { start, end }: Span, quoted: readonly Span[]): boolean {
  const own = text.slice(start, end + 1)
  const mark = start + Math.max(...['?', '？', '؟'].map((sign) => own.lastIndexOf(sign)))
  return quoted.some((quote) => mark >= quote.start && mark < quote.end)
}

/** True for a line without an end mark that opens like a question: "can you check the cron job". */
function isUnmarkedQuestion(text: string, { bodyStart, end }: Sentence, { cues, clause }: ReadClause): boolean {
  if (!/[\p{L}\p{N}]$/u.test(text.slice(bodyStart, end)) || clause.words.length < LEAST_QUESTION) return false
  const opens = (wanted: CueId): boolean => cues.some(({ cue, start }) => cue === wanted && start === bodyStart)
  return opens('question') && !NO_QUESTION.some(opens)
}

const NO_QUESTION: readonly CueId[] = ['condition', 'proposal', 'order', 'negation', 'refusal']

const LEAST_QUESTION = 4

/** True for reported words of another person. False for "if she says", "nobody told me", "as you said". */
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
  // In "if she says yes" and "ask her when she says goodbye", the condition before the verb applies to the saying.
  return !cues.some(
    ({ cue, end }) =>
      (cue === 'condition' && end <= report.start) ||
      (cue === 'hypothetical' && end <= report.start && !/[,，、،]/.test(text.slice(end, report.start))),
  )
}

/** True for "I never said that", which claims nothing. */
function isDeniedReport({ clause, cues, denying }: ReadClause): boolean {
  const { words, language } = clause
  const { verbFinal } = lexiconOf(language)
  const { subordinators } = wordTables(language)
  // "avisou que não": a negation after the word that opens the reported clause is a part of that clause.
  const opens = ({ text }: { readonly text: string }): boolean => subordinators.has(foldWord(text))
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

/** True for a verb of saying in a phrase with another meaning: "I said it wrong". */
function isPartOf(cue: Cue, cues: readonly Cue[]): boolean {
  return cues.some((other) => OTHER_MEANING.has(other.cue) && isWithin(cue, other) && lengthOf(other) > lengthOf(cue))
}

const OTHER_MEANING: ReadonlySet<CueId> = new Set<CueId>(['correction', 'deferral', 'pseudo'])

/** True if the first person precedes the verb of saying: "I told Anna". */
function isOwnWord({ words, language, speaker }: Clause, report: Cue): boolean {
  // Han script has no separate possessive form: "my colleague says".
  if (speaker && lexiconOf(language).scripts.includes('Han')) return false
  const { selfWords } = wordTables(language)
  return words.some(({ text, end }) => end <= report.start && selfWords.has(foldWord(text)))
}

/** True for an ordinal after an article, which is not a source: Italian "il secondo corso". */
function isOrdinal({ words, language }: Clause, { start, end }: Cue): boolean {
  const at = words.findIndex((word) => word.start === start && word.end === end)
  if (at < 1) return false
  const { functionWords, coordinators } = wordTables(language)
  const before = foldWord(words[at - 1]!.text)
  return functionWords.has(before) && !coordinators.has(before) && ordinalsOf(language).has(foldWord(words[at]!.text))
}

/** True if the speaker would be an article: "The recommended dose". */
function isArticle(text: string, { speaker, language }: Clause): boolean {
  if (typeof speaker !== 'object') return false
  return lexiconOf(language).droppable.includes(`[${foldWord(text.slice(speaker.start, speaker.end))}]`)
}

/** Largest number of characters between a verb of saying and its negation. */
const NEAR_DENIAL = 8

/** True for the speaker, the listener and instruments: "You said", "the log says". */
function isNobodyElse(speaker: string, language: Clause['language']): boolean {
  const last = wordsOf(speaker).at(-1)
  if (!last) return false
  const key = foldWord(last.text)
  const { selfWords, listenerWords, instruments } = wordTables(language)
  return selfWords.has(key) || listenerWords.has(key) || instruments.has(key)
}

/** True if the speaker is uncertain. A hedge in reported words is another person's, and a proposal is not uncertain. */
function isUncertain(text: string, each: ReadClause): boolean {
  const { clause, cues } = each
  const hedge = cues.find(({ cue }) => cue === 'hedge')
  if (!hedge || cues.some(({ cue }) => cue === 'hearsay')) return false
  if (cues.some(({ cue, start, end }) => cue === 'proposal' && !isWithin({ start, end }, hedge))) return false
  if (!clause.words.some(({ start, end }) => end <= hedge.start || start >= hedge.end)) return false
  if (!isReported(text, each)) return true
  const report = cues.find(({ cue }) => cue === 'report' || cue === 'attribution')
  return report !== undefined && hedge.start < report.start
}

function hasVerb({ words, language }: Clause): boolean {
  const { verbs } = wordTables(language)
  return words.some(({ text }) => verbs.has(foldWord(text)))
}

const ordinalsOf = perLanguage(({ ordinals }) => foldedSet(Object.values(ordinals).flat()))

const OPENING: readonly CueId[] = ['confirmation', 'refusal', 'negation', 'choice', 'pointing', 'correction']
const SHORT_GREETING = 4
const OPENING_CHARACTERS = 3

function replyOf({ bodyStart }: Sentence, clauses: readonly ReadClause[]): Reply {
  const cues = clauses.flatMap((each) => each.cues)
  const values = clauses.flatMap(({ clause }) => clause.values)
  const words = sumOf(clauses, ({ clause }) => clause.words.length)
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
