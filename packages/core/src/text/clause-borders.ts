import type { CueId } from '../lexicon/cue-ids.ts'
import { foldWord } from '../lexicon/fold-word.ts'
import type { Language } from '../lexicon/languages.ts'
import type { Cue, Passage } from '../lexicon/match.ts'
import { foldedSet, perLanguage } from '../lexicon/per-language.ts'
import { UNSPACED, type Word } from '../lexicon/word-borders.ts'
import type { Span } from './sentences.ts'

/** What a language says about the borders of clauses. */
const clauseWordsOf = perLanguage(({ coordinators, subordinators, subjects, verbs }) => ({
  /** By their first words, the longest first. */
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

/** What governs the words behind it up to the end of the sentence. */
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
/** What ties both of its sides together, wherever it stands. */
const TYING: ReadonlySet<CueId> = new Set<CueId>(['condition', 'adversative'])
/** What refers to the words before it, so that it cannot begin a clause of its own. */
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
/** What holds for the words before it when it closes the sentence: "it costs 40, i think". */
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
 * The clauses of a sentence: it is cut only where both sides can stand alone. In doubt the sentence stays whole, so a
 * negation, hedge, exception, report or condition is never parted from what it governs.
 */
export function clauseSpans(passage: Passage, cues: readonly Cue[], language: Language): Span[] {
  const { text, words } = passage
  const sentence = { start: passage.start, end: passage.end }
  if (words.length < LEAST_WORDS.left + LEAST_WORDS.right || cues.some(({ cue }) => TYING.has(cue))) return [sentence]
  const reader = new BorderReader(passage, cues, clauseWordsOf(language))
  const spans: Span[] = []
  let start = sentence.start
  let first = 0
  for (let at = 1; at < words.length; at++) {
    if (!reader.isBorder(first, at)) continue
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

/** Numbers of verbs among the words before each place, and of quotations open there. */
interface Counts {
  readonly verbs: Int32Array
  readonly quotes: Int32Array
}

class BorderReader {
  readonly #text: string
  readonly #words: readonly Word[]
  readonly #cues: readonly Cue[]
  readonly #language: ClauseWords
  /** Offset of the first cue that governs what stands behind it. */
  readonly #governed: number
  #counts: Counts | undefined

  constructor({ text, words }: Passage, cues: readonly Cue[], language: ClauseWords) {
    this.#text = text
    this.#words = words
    this.#cues = cues
    this.#language = language
    this.#governed = cues.find(({ cue }) => GOVERNING.has(cue))?.start ?? Number.POSITIVE_INFINITY
  }

  /** Most sentences have no place that could be a border, and need none. */
  get #before(): Counts {
    this.#counts ??= this.#count(this.#text, this.#words)
    return this.#counts
  }

  #count(text: string, words: readonly Word[]): Counts {
    const verbs = new Int32Array(words.length + 1)
    const quotes = new Int32Array(words.length + 1)
    for (let at = 0; at < words.length; at++) {
      verbs[at + 1] = verbs[at]! + (this.#isVerb(words[at]!.form.key) ? 1 : 0)
      const from = at ? words[at - 1]!.end : Math.max(0, words[0]!.start - 2)
      quotes[at + 1] = quotes[at]! + openQuotes(text.slice(from, words[at]!.start))
    }
    return { verbs, quotes }
  }

  #isVerb(key: string): boolean {
    return (
      this.#language.verbs.has(key) ||
      this.#language.endings.some((ending) => key.length > ending.length + 1 && key.endsWith(ending))
    )
  }

  /** Whether a clause that began at the word `first` ends before the word `at`. */
  isBorder(first: number, at: number): boolean {
    const words = this.#words
    const start = words[at]!.start
    const gap = this.#text.slice(words[at - 1]!.end, start)
    const joint = this.#coordinatorAt(at)
    if (!joint && !BORDER_SIGN.test(gap)) return false
    if (at - first < LEAST_WORDS.left || words.length - at - joint < LEAST_WORDS.right) return false
    // Inside a quotation or bracket, or behind what governs the rest of the sentence.
    if (this.#governed < start || this.#before.quotes[at + 1]! !== 0) return false
    const opener = at + joint
    const isSemicolon = /[;；؛]/.test(gap)
    if (!isSemicolon && !this.#standsAlone(first, at)) return false
    if (!this.#opensClause(opener, isSemicolon)) return false
    return !this.#refersBack(at, opener)
  }

  #coordinatorAt(at: number): number {
    for (const phrase of this.#language.coordinators.get(this.#words[at]!.form.key) ?? [])
      if (phrase.every((word, i) => this.#words[at + i]?.form.key === word)) return phrase.length
    return 0
  }

  #standsAlone(first: number, end: number): boolean {
    return this.#before.verbs[end]! > this.#before.verbs[first]!
  }

  #opensClause(at: number, isSemicolon: boolean): boolean {
    const key = this.#words[at]?.form.key
    if (key === undefined || this.#language.subordinators.has(key)) return false
    const hasVerb = this.#before.verbs[this.#words.length]! > this.#before.verbs[at]!
    if (isSemicolon) return hasVerb || this.#words.length - at >= LEAST_WORDS.closing
    return (
      hasVerb && (this.#language.subjects.has(key) || this.#language.openers.some((opener) => key.startsWith(opener)))
    )
  }

  #refersBack(at: number, opener: number): boolean {
    const { start } = this.#words[at]!
    const openerEnd = this.#words[opener]!.end
    const closing = this.#words[Math.max(at, this.#words.length - LEAST_WORDS.closing + 1)]!.start
    const isShort = this.#words.length - opener <= LEAST_WORDS.closing
    return this.#cues.some(
      (cue) =>
        (REFERRING.has(cue.cue) && cue.start >= start && cue.start <= openerEnd) ||
        (CLOSING.has(cue.cue) && cue.start >= (isShort ? start : closing)),
    )
  }
}

/** Opened minus closed quotation marks and brackets; straight quotes count by the side on which the space is. */
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
