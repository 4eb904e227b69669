import type { Span } from '../conversation.ts'
import type { CueId } from '../lexicon/cue-ids.ts'
import { chooseLanguage, cuesIn, passageOf, readingLanguages } from '../lexicon/cues.ts'
import { detectLanguages, type LanguageScore, MAX_CHARACTERS } from '../lexicon/detect.ts'
import { type Language, lexiconOf } from '../lexicon/languages.ts'
import type { Cue, Passage } from '../lexicon/match.ts'
import { forgetLatestWords, type Word, wordsOf } from '../lexicon/word-borders.ts'
import { extractTags } from '../tags/extract-tags.ts'
import type { Tag } from '../tags/tag.ts'
import { clauseSpans } from './clause-borders.ts'
import { QUESTION_END } from './question-sign.ts'
import { type SentenceSpan, sentencesOf } from './sentences.ts'
import { isWithin, lengthOf } from './spans.ts'
import { type Speaker, speakerOf } from './speaker.ts'

/** The form of a clause. */
export interface ClauseFlags {
  /** True for words of another person. `speaker` names the person if the text does. */
  readonly reported: boolean
  readonly question: boolean
  /** True if the speaker tells the assistant directly what to do. */
  readonly instruction: boolean
}

/** A statement: the unit that is kept or omitted as a whole. */
export interface Clause extends Span {
  readonly words: readonly Word[]
  readonly cues: readonly Cue[]
  readonly kinds: ReadonlySet<CueId>
  readonly values: readonly Tag[]
  readonly flags: ClauseFlags
  readonly speaker: Speaker
  readonly language: Language
}

export interface Sentence extends SentenceSpan {
  readonly language: Language
  readonly clauses: readonly Clause[]
}

export interface TextAnalysis {
  readonly text: string
  /** The language of the text. Undefined if its words do not show it and there is no prior. */
  readonly language: Language | undefined
  readonly sentences: readonly Sentence[]
}

/** Least lead in score at which a sentence is read in another language than its text. */
const LEAST_LEAD = 1

/**
 * Reads a text: sentences, clauses, cues, values, speakers. `prior`: language of the conversation so far, for texts that are
 * too short to show theirs. Linear in the length of the text.
 */
export function analyzeText(text: string, prior?: Language): TextAnalysis {
  if (latest?.text !== text || latest.prior !== prior) latest = { text, prior, analysis: analyze(text, prior) }
  return latest.analysis
}

/** True if any clause of the sentences has one of the cues. */
export function holdsCue(sentences: readonly Sentence[], cues: readonly CueId[]): boolean {
  return sentences.some(({ clauses }) => clauses.some(({ kinds }) => cues.some((cue) => kinds.has(cue))))
}

/** Forgets the latest text with its words and analysis. */
export function forgetLatestAnalysis(): void {
  latest = undefined
  forgetLatestWords()
}

/** The latest result, since several readers request the same text one after the other. */
let latest: { readonly text: string; readonly prior: Language | undefined; readonly analysis: TextAnalysis } | undefined

function analyze(text: string, prior: Language | undefined): TextAnalysis {
  const words = wordsOf(text)
  const whole = passageOf(text, words)
  const scores = detectLanguages(whole)
  const languages = readingLanguages(scores, prior)
  const values = extractTags(text, words)
  const sentences: Sentence[] = []
  let word = 0
  let value = 0
  const spans = sentencesOf(text, languages[0])
  for (const span of spans) {
    while (word < words.length && words[word]!.end <= span.start) word++
    const from = word
    while (word < words.length && words[word]!.start < span.end) word++
    const passage = {
      text,
      start: span.start,
      end: span.end,
      words: spans.length === 1 ? words : words.slice(from, word),
    }
    while (value < values.length && values[value]!.end <= span.start) value++
    const fromValue = value
    while (value < values.length && values[value]!.start < span.end) value++
    const own = spans.length === 1 && span.end <= MAX_CHARACTERS ? scores : detectLanguages(passage)
    sentences.push(readSentence(span, passage, values.slice(fromValue, value), languagesOfSentence(own, languages)))
  }
  return { text, language: chooseLanguage(scores, prior), sentences }
}

function readSentence(
  span: SentenceSpan,
  passage: Passage,
  values: readonly Tag[],
  languages: readonly Language[],
): Sentence {
  const { text, words } = passage
  const language = languages[0]!
  const cues = cuesIn(passage, languages)
  const spans = clauseSpans(passage, cues, language)
  if (spans.length === 1)
    return { ...span, language, clauses: [readClause(text, span, { words, cues, values }, language)] }
  const within = <T extends Span>(items: readonly T[], clause: Span): T[] =>
    items.filter((item) => item.start >= clause.start && item.start < clause.end)
  const clauses = spans.map((clause) =>
    readClause(
      text,
      clause,
      { words: within(words, clause), cues: within(cues, clause), values: within(values, clause) },
      language,
    ),
  )
  return { ...span, language, clauses }
}

function languagesOfSentence(scores: readonly LanguageScore[], ofText: readonly Language[]): readonly Language[] {
  const best = scores[0]
  if (!best || best.language === ofText[0]) return ofText
  const own = scores.find(({ language }) => language === ofText[0])?.score ?? 0
  return best.score >= own + LEAST_LEAD ? [...new Set([best.language, ...ofText])] : ofText
}

type Parts = Pick<Clause, 'words' | 'cues' | 'values'>

const INSTRUCTING: readonly CueId[] = ['instruction', 'request', 'ban', 'lasting', 'order', 'form', 'release']
/** Cues that contain a verb of saying and are not reports: "I think" is a hedge, and "don't tell" is a ban. */
const ABOUT_SAYING: ReadonlySet<CueId> = new Set<CueId>(['hedge', 'past', 'revocation', 'demand', ...INSTRUCTING])

const NO_KINDS: ReadonlySet<CueId> = new Set()

function readClause(text: string, span: Span, parts: Parts, language: Language): Clause {
  const kinds = parts.cues.length ? new Set(parts.cues.map(({ cue }) => cue)) : NO_KINDS
  const report =
    parts.cues.find(({ cue }) => cue === 'attribution') ??
    parts.cues.find(
      ({ cue, start, end }) => (cue === 'report' || cue === 'wish') && !isInside(parts.cues, { start, end }),
    )
  const speaker = report && speakerOf(text, parts.words, report, language)
  const isTold = report !== undefined && (speaker !== undefined || (lexiconOf(language).verbFinal ?? false))
  const reported = (isTold && speaker !== 'self') || kinds.has('hearsay')
  const question = QUESTION_END.test(text.slice(span.start, span.end))
  const flags: ClauseFlags = { reported, question, instruction: !reported && INSTRUCTING.some((cue) => kinds.has(cue)) }
  return { start: span.start, end: span.end, ...parts, kinds, flags, speaker, language }
}

function isInside(cues: readonly Cue[], verb: Span): boolean {
  return cues.some((cue) => {
    if (!ABOUT_SAYING.has(cue.cue) || !isWithin(verb, cue)) return false
    // An ending can turn the verb itself into an order, and "the answer" is what a rule is about.
    return lengthOf(cue) > lengthOf(verb) || cue.cue === 'order' || cue.cue === 'form'
  })
}
