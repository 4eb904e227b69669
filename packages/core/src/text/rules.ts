import type { Span } from '../conversation.ts'
import type { CueId } from '../lexicon/cue-ids.ts'
import { foldWord } from '../lexicon/fold-word.ts'
import { type Language, lexiconOf } from '../lexicon/languages.ts'
import type { Cue } from '../lexicon/match.ts'
import { wordTables } from '../lexicon/per-language.ts'
import { UNSPACED } from '../lexicon/word-borders.ts'
import { analyzeText, type Clause, type Sentence, type TextAnalysis } from './analysis.ts'
import { quotedSpans } from './quoted-spans.ts'
import { isWithin } from './spans.ts'

/** Cues that make their sentence a rule, with any subject. */
const BINDING: ReadonlySet<CueId> = new Set<CueId>(['ban', 'form', 'release'])
/** Cues of a sentence that is addressed to the assistant or is a demand of the user. */
const ADDRESSING: readonly CueId[] = ['assistant', 'demand', 'request']
/** Cues whose words may precede an order: "ok, and please don't". */
const SOFT: ReadonlySet<CueId> = new Set<CueId>([
  'filler',
  'greeting',
  'thanks',
  'continuation',
  'confirmation',
  'addition',
  'adversative',
  'lasting',
  'request',
  'demand',
])
/** Cues of a request to work on a text, which follows its colon. */
const WORKING: ReadonlySet<CueId> = new Set<CueId>(['edit', 'recap'])
/** Limit of the algorithm, in UTF-16 units. A longer sentence is data. */
const LONGEST_RULE = 400
/** Cues of a single task: "Give me at most three" limits only that task. */
const TASKS: readonly CueId[] = ['request', 'make', 'edit']
const PART_END = /[,;:.!?…(–—،؛，、；：。！？\n]/

/** True if a sentence of this text is a rule of the user for later answers, or lifts one. */
export function holdsRule(text: string, prior?: Language): boolean {
  const analysis = analyzeText(text, prior)
  const { sentences } = analysis
  const foreign = [...quotedSpans(text), ...materialOf(analysis)]
  return sentences.some(
    (sentence) => sentence.end - sentence.start <= LONGEST_RULE && isRuleSentence(text, sentence, foreign),
  )
}

/** True if a sentence extends the rule of the previous sentence: "And the word X never occurs in it". */
export function continuesRule(text: string, prior?: Language): boolean {
  const first = analyzeText(text, prior).sentences[0]
  if (!first || text.length > LONGEST_RULE || first.clauses.at(-1)!.flags.question) return false
  const opensWith = ({ cue, start }: Cue): boolean => cue === 'continuation' && start === first.bodyStart
  return first.clauses[0]!.cues.some(opensWith) && first.clauses.some(({ kinds }) => kinds.has('lasting'))
}

function isRuleSentence(text: string, sentence: Sentence, foreign: readonly Span[]): boolean {
  const cuesOf = ({ cues }: Clause): readonly Cue[] =>
    cues.filter((cue) => !foreign.some(({ start, end }) => cue.start >= start && cue.start < end))
  const { clauses } = sentence
  const own = { text, kinds: new Set(clauses.flatMap((clause) => cuesOf(clause).map(({ cue }) => cue))) }
  if (isQuestion(own, sentence)) return ASKED_RULE.every((cue) => own.kinds.has(cue))
  return clauses.some((clause) => cuesOf(clause).some((cue) => binds(own, cue, clause)))
}

/** Cues of a rule in the form of a question: "can you always answer in French?". */
const ASKED_RULE: readonly CueId[] = ['lasting', 'request', 'assistant']

/** A sentence with the cues in the user's own words: not quoted, and not part of a text to be worked on. */
interface OwnWords {
  readonly text: string
  readonly kinds: ReadonlySet<CueId>
}

function isQuestion({ text, kinds }: OwnWords, { clauses, end }: Sentence): boolean {
  if (kinds.has('tagQuestion')) return false
  const { flags, cues } = clauses.at(-1)!
  return (
    flags.question ||
    cues.some(
      ({ cue, start, end: asked }) => cue === 'question' && asked >= end - 1 && UNSPACED.test(text.slice(start, asked)),
    )
  )
}

function binds(own: OwnWords, cue: Cue, clause: Clause): boolean {
  if (cue.cue === 'personal') return true
  if (isReported(cue, clause)) return false
  if (BINDING.has(cue.cue)) return true
  if (cue.cue === 'order') return isVerbFinal(clause) || opensOrder(own, cue, clause)
  if (cue.cue === 'limit') return clause.values.length > 0 && !TASKS.some((task) => own.kinds.has(task))
  return cue.cue === 'lasting' && isOrder(own, cue, clause)
}

/** True for "don't write" and "no emojis", and false for "no, thanks" and "no we don't". */
function opensOrder({ text }: OwnWords, cue: Cue, clause: Clause): boolean {
  if (openerOf(text, cue, clause)) return false
  const isRefusal = clause.cues.some(
    ({ cue: kind, start, end }) => kind === 'refusal' && start === cue.start && end === cue.end,
  )
  const next = clause.words.find((word) => word.end > cue.end)
  if (!next || PART_END.test(text.slice(cue.end, Math.max(cue.end, next.start)))) return false
  return !isRefusal || !isSubject(text, next, clause)
}

/** True for "never pay" and "you always pay", and false for "I always pay" and "she never paid". */
function isOrder({ text, kinds }: OwnWords, cue: Cue, clause: Clause): boolean {
  if (clause.words.length < 2) return false
  if (ADDRESSING.some((addressing) => kinds.has(addressing))) return true
  if (lexiconOf(clause.language).marksOrders) return false
  const opener = openerOf(text, cue, clause)
  return opener === undefined || !isSubject(text, opener, clause)
}

/** The first word before a cue in its part of the sentence that is not part of a soft cue. */
function openerOf(text: string, cue: Cue, { words, cues, start }: Clause): Span | undefined {
  let from = cue.start
  while (from > start && !PART_END.test(text.charAt(from - 1))) from--
  return words.find(
    (word) =>
      word.start >= from &&
      word.end <= cue.start &&
      !cues.some((soft) => SOFT.has(soft.cue) && isWithin(word, soft) && soft.end <= cue.start),
  )
}

function isSubject(text: string, word: Span, { cues, language }: Clause): boolean {
  return (
    cues.some((cue) => cue.cue === 'oneself' && isWithin(word, cue)) ||
    wordTables(language).subjects.has(foldWord(text.slice(word.start, word.end)))
  )
}

/** True if the rule is another person's: it follows the verb of saying, or precedes it in languages with final verbs. */
function isReported({ start }: Cue, clause: Clause): boolean {
  if (!clause.flags.reported) return false
  return clause.cues.some(
    ({ cue, start: said }) =>
      cue === 'attribution' || ((cue === 'report' || cue === 'wish') && (isVerbFinal(clause) || said < start)),
  )
}

function isVerbFinal({ language }: Clause): boolean {
  return lexiconOf(language).verbFinal ?? false
}

/** The text after the colon of a request to translate, correct or summarize it. */
function materialOf({ text, sentences }: TextAnalysis): Span[] {
  for (const { start, end, clauses } of sentences) {
    const colon = /[:：]/.exec(text.slice(start, end + 1))
    if (!colon) continue
    const at = start + colon.index
    const isWork = (cue: Cue, cues: readonly Cue[]): boolean =>
      WORKING.has(cue.cue) &&
      cue.end <= at &&
      !cues.some((other) => other.cue === 'topicChange' && isWithin(cue, other))
    if (clauses.some(({ cues }) => cues.some((cue) => isWork(cue, cues)))) return [{ start: at, end: text.length }]
  }
  return []
}
