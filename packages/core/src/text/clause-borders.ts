import type { Span } from '../conversation.ts'
import type { CueId } from '../lexicon/cue-ids.ts'
import { foldWord } from '../lexicon/fold-word.ts'
import type { Language } from '../lexicon/languages.ts'
import type { Cue, Passage } from '../lexicon/match.ts'
import { foldedSet, perLanguage } from '../lexicon/per-language.ts'
import { UNSPACED, type Word } from '../lexicon/word-borders.ts'

/** The words of a language that decide about clause borders. */
const clauseWordsOf = perLanguage(({ coordinators, subordinators, subjects, verbs }) => ({
  /** Coordinators by their first word, the longest first. */
  coordinators: Map.groupBy(
    coordinators.map((phrase) => phrase.split(' ').map(foldWord)).sort((a, b) => b.length - a.length),
    ([first]) => first!,
  ),
  subordinators: foldedSet(subordinators),
  subjects: foldedSet(subjects),
  verbs: foldedSet(verbs.filter((verb) => !verb.startsWith('-'))),
  endings: verbs.filter((verb) => verb.startsWith('-')).map((verb) => foldWord(verb.slice(1))),
  openers: subjects.filter((word) => UNSPACED.test(word)).sort((a, b) => b.length - a.length),
}))
type ClauseWords = ReturnType<typeof clauseWordsOf>

/** Cues that govern the words after them up to the end of the sentence. */
const GOVERNING: ReadonlySet<CueId> = new Set<CueId>([
  'report',
  'attribution',
  'wish',
  'hypothetical',
  'hedge',
  'softener',
  'hearsay',
  'exception',
  'proposal',
])
/** Cues that keep both of their sides in one clause, at any position. */
const TYING: ReadonlySet<CueId> = new Set<CueId>(['condition', 'adversative'])
/** Cues that refer to the words before them, so that they cannot begin a clause. */
const REFERRING: ReadonlySet<CueId> = new Set<CueId>([
  'correction',
  'replacement',
  'refusal',
  'keeping',
  'exception',
  'adversative',
  'condition',
  'choice',
])
/** Cues that apply to the words before them at the end of a sentence: "it costs 40, i think". */
const CLOSING: ReadonlySet<CueId> = new Set<CueId>([
  'hedge',
  'softener',
  'hearsay',
  'report',
  'wish',
  'attribution',
  'condition',
  'exception',
  'negation',
  'correction',
])

const BORDER_SIGN = /[,;；，،؛–—]/
const LEAST_WORDS = { left: 2, right: 3, closing: 4 } as const

/**
 * The clauses of a sentence. It is cut only if both sides can stand alone. In doubt the sentence stays whole, so that a
 * negation, hedge, exception, report or condition is never separated from its scope.
 */
export function clauseSpans(passage: Passage, cues: readonly Cue[], language: Language): Span[] {
  const { text, words } = passage
  const sentence = { start: passage.start, end: passage.end }
  if (words.length < LEAST_WORDS.left + LEAST_WORDS.right || cues.some(({ cue }) => TYING.has(cue))) return [sentence]
  const governed = cues.find(({ cue }) => GOVERNING.has(cue))?.start ?? Number.POSITIVE_INFINITY
  const own = clauseWordsOf(language)
  const reading: Reading = { text, start: sentence.start, words, cues, own, governed, counts: undefined }
  const spans: Span[] = []
  let start = sentence.start
  let first = 0
  for (let at = 1; at < words.length; at++) {
    if (!isBorder(reading, first, at)) continue
    const end = words[at]!.start
    spans.push({ start, end: trimEnd(text, start, end) })
    start = end
    first = at
  }
  spans.push({ start, end: sentence.end })
  return spans
}

function trimEnd(text: string, start: number, end: number): number {
  while (end > start && text.charCodeAt(end - 1) === 32) end--
  return end
}

/** A sentence during the search for borders. */
interface Reading {
  readonly text: string
  readonly start: number
  readonly words: readonly Word[]
  readonly cues: readonly Cue[]
  readonly own: ClauseWords
  /** Offset of the first cue that governs the words after it. */
  readonly governed: number
  /** See `countsOf`. */
  counts: Counts | undefined
}

interface Counts {
  /** `verbs[at]`: number of verbs before the word `at`. */
  readonly verbs: Int32Array
  /** `quotes[at + 1]`: number of quotations and brackets that are open at the word `at`. */
  readonly quotes: Int32Array
}

/** Counts on first use: most sentences have no possible border and need no counts. */
function countsOf(reading: Reading): Counts {
  reading.counts ??= count(reading)
  return reading.counts
}

function count({ text, start, words, own }: Reading): Counts {
  const verbs = new Int32Array(words.length + 1)
  const quotes = new Int32Array(words.length + 1)
  for (let at = 0; at < words.length; at++) {
    verbs[at + 1] = verbs[at]! + (isVerb(words[at]!.form.key, own) ? 1 : 0)
    const from = at ? words[at - 1]!.end : Math.max(start, words[0]!.start - 2)
    quotes[at + 1] = quotes[at]! + openQuotes(text.slice(from, words[at]!.start))
  }
  return { verbs, quotes }
}

function isVerb(key: string, { verbs, endings }: ClauseWords): boolean {
  return verbs.has(key) || endings.some((ending) => key.length > ending.length + 1 && key.endsWith(ending))
}

/** True if a clause that began at the word `first` ends before the word `at`. */
function isBorder(reading: Reading, first: number, at: number): boolean {
  const { text, words, governed } = reading
  const { start } = words[at]!
  const gap = text.slice(words[at - 1]!.end, start)
  const joint = coordinatorAt(reading, at)
  if (!joint && (gap === ' ' || !BORDER_SIGN.test(gap))) return false
  if (at - first < LEAST_WORDS.left || words.length - at - joint < LEAST_WORDS.right) return false
  // Not inside a quotation or bracket, and not after a cue that governs the rest of the sentence.
  if (governed < start || countsOf(reading).quotes[at + 1]! !== 0) return false
  const isSemicolon = /[;；؛]/.test(gap)
  const { verbs } = countsOf(reading)
  if (!isSemicolon && verbs[at]! <= verbs[first]!) return false
  return opensClause(reading, at + joint, isSemicolon) && !refersBack(reading, at, at + joint)
}

function coordinatorAt({ words, own }: Reading, at: number): number {
  for (const phrase of own.coordinators.get(words[at]!.form.key) ?? [])
    if (phrase.every((word, i) => words[at + i]?.form.key === word)) return phrase.length
  return 0
}

function opensClause(reading: Reading, at: number, isSemicolon: boolean): boolean {
  const { words, own } = reading
  const key = words[at]?.form.key
  if (key === undefined || own.subordinators.has(key)) return false
  const { verbs } = countsOf(reading)
  const hasVerb = verbs[words.length]! > verbs[at]!
  if (isSemicolon) return hasVerb || words.length - at >= LEAST_WORDS.closing
  return hasVerb && (own.subjects.has(key) || own.openers.some((opener) => key.startsWith(opener)))
}

function refersBack({ words, cues }: Reading, at: number, opener: number): boolean {
  const { start } = words[at]!
  const openerEnd = words[opener]!.end
  const closing = words[Math.max(at, words.length - LEAST_WORDS.closing + 1)]!.start
  const isShort = words.length - opener <= LEAST_WORDS.closing
  return cues.some(
    (cue) =>
      (REFERRING.has(cue.cue) && cue.start >= start && cue.start <= openerEnd) ||
      (CLOSING.has(cue.cue) && cue.start >= (isShort ? start : closing)),
  )
}

/** Number of opened minus closed quotation marks and brackets. A straight quote opens only at the end of the gap. */
function openQuotes(gap: string): number {
  let open = 0
  for (let at = 0; at < gap.length; at++) {
    const sign = gap.charAt(at)
    if ('“„«([{「『（'.includes(sign)) open++
    else if ('”»)]}」』）'.includes(sign)) open--
    else if (sign === '"') open += at === gap.length - 1 ? 1 : -1
  }
  return open
}
