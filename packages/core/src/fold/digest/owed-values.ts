import type { Language } from '../../lexicon/languages.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { contentTerms } from '../../words/terms.ts'
import { wordsOf } from '../../words/words.ts'
import { languageAt } from '../language-at.ts'
import { perText } from '../per-text.ts'
import { type FiguresByHead, figuresByHead, figuresByNoun } from '../recall/figure-heads.ts'
import { wordStems } from '../recall/word-stems.ts'
import type { Source } from '../source.ts'
import type { Candidate } from './candidates.ts'
import type { Choice } from './with-changes.ts'

/** A line of a digest: the turn in which it was said, and its text. */
const LINE = /^(\d+)[UATS] (.*)$/u
const LIST = /(?:^|\n)[ \t]*(?:\d{1,2}[.)]|[-*•])\s|[:：]\s*(?:1[.)]|[-*•])\s/u
const ASKS = /[?？؟]["'”’»)\]」』*_]*$/u

/** The figures of a text, and the stems of its words. */
interface Figures {
  readonly byHead: FiguresByHead
  /** By the noun after them: "12 coins". */
  readonly byNoun: FiguresByHead
  readonly stems: ReadonlySet<string>
}

/** A sent figure: its turn, its values in that turn, and the stems next to it. */
interface SentFigure {
  readonly turn: number
  readonly values: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

/**
 * Adds short sentences beyond the budget that give another value to a figure of a sent line, if no later sent line does. A
 * reader of the old value then reads the newest one too. Such a sentence is mostly the assistant's, after the user changes
 * something in few words ("the first two, yes") or gives the inputs of a computation. Only messages from `from` on are
 * examined: an older line would come after newer ones that say the same in other words.
 */
export function withOwedValues(
  source: Source,
  { offered, chosen, from }: Pick<Choice, 'offered' | 'chosen'> & { readonly from: number },
): readonly Candidate[] {
  const { transcript, state, policy, count } = source
  const { sentence: most, digest: room } = policy.digest.owedValueTokens
  const mostValues = policy.digest.owedFigureValues
  const taken = new Set(chosen)
  const left = offered.filter(
    (candidate) =>
      candidate.message >= from && !taken.has(candidate) && !candidate.isBlock && candidate.speaker !== 'tool',
  )
  if (!left.length) return chosen
  const sent = figuresSent(source, chosen)
  const owed: Candidate[] = []
  let tokens = 0
  for (const candidate of left.toReversed()) {
    const turn = state.turns[candidate.message]!
    const language = languageAt(transcript, candidate.message)
    for (const text of partsOf(candidate.text).toReversed()) {
      if (ASKS.test(text)) continue
      const figures = figuresIn(transcript, text, language)
      if (!isOwed(figures, { turn, sent, mostValues })) continue
      const cost = count(text) + 1
      if (cost > most || tokens + cost > room) continue
      tokens += cost
      note(sent, figures, turn)
      owed.push(sentenceOf(candidate, { text, tokens: cost }))
    }
  }
  return [...chosen, ...owed.reverse()].sort((a, b) => a.message - b.message || a.order - b.order)
}

/** Sentences, and their parts between semicolons. None of a list: its items are an offer, and its figures are numbers. */
function partsOf(text: string): readonly string[] {
  if (LIST.test(text)) return []
  return fragmentsOf(text).flatMap((fragment) => fragment.text.split(/(?<=[;；])\s*/u))
}

interface Sent {
  readonly turn: number
  readonly sent: ReadonlyMap<string, readonly SentFigure[]>
  readonly mostValues: number
}

function isOwed(figures: Figures, { turn, sent, mostValues }: Sent): boolean {
  const changes = (values: ReadonlySet<string>, known: readonly SentFigure[]): boolean =>
    known.length > 0 &&
    known.every((each) => each.turn < turn) &&
    new Set(known.flatMap((each) => [...each.values])).size <= mostValues &&
    !known.some((each) => [...values].some((value) => each.values.has(value)))
  for (const [key, values] of figures.byHead) if (changes(values, sent.get(key) ?? [])) return true
  for (const [key, values] of figures.byNoun) {
    // Many things are counted in "people" or "days": another word has to match.
    const same = (sent.get(key) ?? []).filter(({ stems }) => sharesStem(figures.stems, stems, key))
    if (changes(values, same)) return true
  }
  return false
}

function sharesStem(own: ReadonlySet<string>, other: ReadonlySet<string>, noun: string): boolean {
  for (const each of own) if (each !== noun && other.has(each)) return true
  return false
}

/** The figures of all digests so far and of the chosen lines. */
function figuresSent({ transcript, state }: Source, chosen: readonly Candidate[]): Map<string, SentFigure[]> {
  const sent = new Map<string, SentFigure[]>()
  const language = languageAt(transcript, state.keys.length - 1)
  for (const { text } of state.digests) {
    for (const line of text.split('\n')) {
      const [, turn, said] = LINE.exec(line) ?? []
      if (said !== undefined) note(sent, figuresIn(transcript, said, language), Number(turn))
    }
  }
  for (const { text, message } of chosen) {
    note(sent, figuresIn(transcript, text, languageAt(transcript, message)), state.turns[message]!)
  }
  return sent
}

function note(sent: Map<string, SentFigure[]>, { byHead, byNoun, stems }: Figures, turn: number): void {
  for (const [key, values] of [...byHead, ...byNoun]) sent.set(key, [...(sent.get(key) ?? []), { turn, values, stems }])
}

const figuresIn = perText((text, language: Language = 'en'): Figures => {
  const stemsOf = wordStems(language)
  const stems = new Set(wordsOf(text).flatMap(({ form }) => stemsOf(form)))
  return { byHead: figuresByHead(text, stemsOf), byNoun: figuresByNoun(text, stemsOf), stems }
})

function sentenceOf(candidate: Candidate, part: Pick<Candidate, 'text' | 'tokens'>): Candidate {
  const own = new Set(contentTerms(part.text))
  const places = candidate.terms.flatMap((term, place) => (own.has(term) ? [place] : []))
  return {
    ...candidate,
    ...part,
    terms: places.map((place) => candidate.terms[place]!),
    weights: places.map((place) => candidate.weights[place]!),
  }
}
