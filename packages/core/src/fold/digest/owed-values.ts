import type { Language } from '../../lexicon/languages.ts'
import { addToList } from '../../maps.ts'
import { matchesOf } from '../../matches-of.ts'
import { mayPauseAfter, type Steps } from '../../run-steps.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { QUESTION_END } from '../../text/question-sign.ts'
import { contentTerms } from '../../words/terms.ts'
import { termId } from '../../words/words.ts'
import { languageAt } from '../language-at.ts'
import { perText } from '../per-text.ts'
import type { Source } from '../source.ts'
import type { Candidate } from './candidates.ts'
import { byPlace } from './choose.ts'
import { negatedFigures } from './negated-figures.ts'
import { type Figures, figuresOfDigest, NO_FIGURES, readFigures, type SentFigure, sentFigures } from './sent-figures.ts'
import type { Choice } from './with-changes.ts'

const FIGURE = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu
const LIST = /(?:^|\n)[ \t]*(?:\d{1,2}[.)]|[-*•])\s|[:：]\s*(?:1[.)]|[-*•])\s/u

/** A text that a digest may take. */
interface Offered {
  readonly message: number
  readonly text: string
}

/** A sentence of an offered text, with its tokens. */
interface OwedSentence<Item> {
  readonly item: Item
  readonly text: string
  readonly tokens: number
}

/** Adds the owed sentences of offered candidates beyond the budget. */
export function* withOwedValues(
  source: Source,
  { offered, chosen, from }: Pick<Choice, 'offered' | 'chosen'> & { readonly from: number },
): Steps<readonly Candidate[]> {
  const taken = new Set(chosen)
  const left = offered.filter(
    (candidate) =>
      candidate.message >= from && !taken.has(candidate) && !candidate.isBlock && candidate.speaker !== 'tool',
  )
  const owed = yield* owedSentences(source, { left, chosen })
  return [...chosen, ...owed.map(({ item, text, tokens }) => sentenceOf(item, { text, tokens }))].sort(byPlace)
}

/**
 * Short sentences of `left` that give another value to a figure of a sent line, or that negate its value, if no sent
 * line with that figure is from the same turn or a later one. A reader of the old value then reads the newest one too.
 * A sentence that only negates a value comes with the sentence before it: "Half each is 84. That replaces the earlier
 * 75." Such sentences are mostly the assistant's, after the user changes something in few words ("the first two, yes")
 * or gives the inputs of a computation. `left` has no messages of earlier digests: an older line would come after newer
 * ones that say the same in other words.
 */
export function* owedSentences<Item extends Offered>(
  source: Source,
  { left, chosen }: { readonly left: readonly Item[]; readonly chosen: readonly Offered[] },
): Steps<OwedSentence<Item>[]> {
  const { state, policy, count } = source
  const { sentence: most, digest: room } = policy.digest.owedValueTokens
  const mostValues = policy.digest.owedFigureValues
  const parts: Part<Item>[] = []
  for (const [done, item] of left.toReversed().entries()) {
    for (const part of partsWithFigures(source, item).toReversed()) parts.push(part)
    if (mayPauseAfter(done + 1)) yield
  }
  if (!parts.length) return []
  const sent = figuresSent(source, { chosen, parts })
  const owed: OwedSentence<Item>[] = []
  let tokens = 0
  let isReplaced = false
  for (const [at, { item, text, figures, negated }] of parts.entries()) {
    const turn = state.turns[item.message]!
    const isNewValue = isReplaced && parts[at - 1]?.item.message === item.message
    const isRevoking = revokes(negated, { turn, sent })
    isReplaced = false
    if (!isNewValue && !isRevoking && !isOwed(figures, { turn, sent, mostValues })) continue
    const cost = count(text) + 1
    if (cost > most || tokens + cost > room) continue
    tokens += cost
    isReplaced = isRevoking && namesOnly(negated, text)
    note(sent, sentFigures(figures, turn))
    owed.push({ item, text, tokens: cost })
  }
  return owed.reverse()
}

interface Part<Item> {
  readonly item: Item
  readonly text: string
  readonly figures: Figures
  /** Figures that the text negates. */
  readonly negated: readonly string[]
}

/** The statements of an offered text that contain figures. */
function partsWithFigures<Item extends Offered>({ transcript }: Source, item: Item): Part<Item>[] {
  if (!/\p{Nd}/u.test(item.text)) return []
  const language = languageAt(transcript, item.message)
  return partsOf(item.text, language).flatMap((text): Part<Item>[] => {
    if (QUESTION_END.test(text)) return []
    const figures = figuresIn(transcript, text, language)
    const negated = negatedIn(transcript, text, language)
    return figures === NO_FIGURES && !negated.length ? [] : [{ item, text, figures, negated }]
  })
}

/** Sentences, and their parts between semicolons. A list has none: it is an offer, and its figures number the items. */
function partsOf(text: string, language: Language | undefined): readonly string[] {
  if (LIST.test(text)) return []
  return fragmentsOf(text, language).flatMap((fragment) => fragment.text.split(/(?<=[;；])\s*/u))
}

interface Sent {
  readonly turn: number
  readonly sent: ReadonlyMap<number, readonly SentFigure[]>
  readonly mostValues: number
}

function isOwed(figures: Figures, { turn, sent, mostValues }: Sent): boolean {
  const changes = (values: readonly number[], known: readonly SentFigure[]): boolean =>
    known.length > 0 &&
    known.every((each) => each.turn < turn) &&
    new Set(known.flatMap((each) => each.values)).size <= mostValues &&
    !known.some((each) => shareValue(values, each.values))
  for (const [key, values] of figures.byHead) if (changes(values, sent.get(key) ?? [])) return true
  for (const [key, values] of figures.byNoun) {
    const known = sent.get(key) ?? []
    if (!known.some((each) => each.turn < turn && !shareValue(values, each.values))) continue
    // Many things are counted in "people" or "days": another word has to match.
    const same = known.filter(({ stems }) => sharesStem(figures.stems(), stems(), key))
    if (changes(values, same)) return true
  }
  return false
}

/** True if the text negates a value of a sent figure, and all sent lines with that figure are older than the text. */
function revokes(negated: readonly string[], { turn, sent }: Pick<Sent, 'turn' | 'sent'>): boolean {
  if (!negated.length) return false
  const revoked = negated.map(termId)
  return [...sent.values()].some(
    (known) => known.every((each) => each.turn < turn) && known.some(({ values }) => shareValue(revoked, values)),
  )
}

/** True if the negated figures are the only ones of a text. */
function namesOnly(negated: readonly string[], text: string): boolean {
  return matchesOf(text, FIGURE).every(([figure]) => negated.includes(figure))
}

function shareValue(some: readonly number[], others: readonly number[]): boolean {
  return some.some((value) => others.includes(value))
}

function sharesStem(own: ReadonlySet<string>, other: ReadonlySet<string>, noun: number): boolean {
  for (const each of own) if (other.has(each) && termId(each) !== noun) return true
  return false
}

/** The figures of all digests so far and of the chosen lines, with the keys of `parts`. All keys if a part negates a figure. */
function figuresSent(
  { transcript, state }: Source,
  { chosen, parts }: { readonly chosen: readonly Offered[]; readonly parts: readonly Part<Offered>[] },
): Map<number, SentFigure[]> {
  const sent = new Map<number, SentFigure[]>()
  const language = languageAt(transcript, state.keys.length - 1)
  const keys = new Set(parts.flatMap(({ figures }) => [...figures.byHead.keys(), ...figures.byNoun.keys()]))
  const wantsAll = parts.some(({ negated }) => negated.length > 0)
  const isWanted = (key: number): boolean => wantsAll || keys.has(key)
  for (const digest of state.digests) note(sent, figuresOfDigest(digest, { language, isWanted }))
  for (const { text, message } of chosen) {
    note(sent, sentFigures(figuresIn(transcript, text, languageAt(transcript, message)), state.turns[message]!))
  }
  return sent
}

function note(sent: Map<number, SentFigure[]>, figures: Iterable<SentFigure>): void {
  for (const figure of figures) addToList(sent, figure.key, figure)
}

const figuresIn = perText((text, language: Language = 'en') => readFigures(text, language))
const negatedIn = perText(negatedFigures)

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
