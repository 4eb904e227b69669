import { addToList, findOrAdd } from '../maps.ts'
import { sumOf } from '../sum.ts'
import { type ChoiceTurn, createChoice } from './choose-sentences.ts'
import { coverOf } from './cover.ts'
import { type Annotations, annotate, type KnownConflicts } from './marks/annotate.ts'
import type { Place } from './marks/conflict.ts'
import type { Mark } from './marks/mark.ts'
import type { MessageFacts } from './message-facts.ts'
import { renderTurn } from './render-turn.ts'
import type { TranscriptMessage } from './transcript-message.ts'
import type { SentenceCost } from './units.ts'
import { vocabularyOf } from './vocabulary.ts'

/** Tokens of a head, its line end and the empty line after the block. */
const HEAD_TOKENS = 6
const MARK_TOKENS = 6
/** Tokens above which a message ends with a mark of its elision. */
const LONG = 100
const ELISION_TOKENS = 10
/** Salience that a mark adds to its sentence. */
const SALIENCE_OF_MARK: Readonly<Record<Mark['kind'], number>> = {
  corrects: 1.5,
  corrected: 1,
  contradicts: 1.5,
  open: 1.4,
  answered: 0.2,
  reported: 0.2,
  uncertain: 0.2,
}
/** Tokens of prose up to which a turn is one unit: for a user of few words, and for any other speaker. */
const WHOLE_OF_SCARCE = 400
const WHOLE = 240

export interface View {
  readonly text: string
  readonly tokens: number
}

/** Sentence costs are estimates: if the view's length deviates by this share, the choice is repeated with another limit. */
const MAX_OVER = 0.01
const MAX_UNDER = 0.03

/** The view of the first `compressed` messages: one block per turn. Marks consider the whole transcript. */
export function viewOf(
  messages: readonly TranscriptMessage[],
  facts: readonly MessageFacts[],
  context: {
    readonly compressed: number
    readonly count: (text: string) => number
    readonly known?: KnownConflicts | undefined
  },
): View {
  const shown = facts.slice(0, context.compressed)
  const annotations = annotate(messages, facts, context.known)
  const choose = createChoice(choiceTurns(messages, shown, annotations), vocabularyOf(facts))
  const wanted = sumOf(shown, ({ tokens }) => roomOf(tokens))
  const heads = sumOf(shown, ({ tokens }) => HEAD_TOKENS + (tokens > LONG ? ELISION_TOKENS : 0))
  const attempt = (room: number): View => {
    const { chosen, verbatim } = choose(room)
    const blocks = shown.map((each, i) => {
      const own = { chosen: chosen[i]!, verbatim: verbatim[i]!, marks: annotations.marks[i]! }
      return renderTurn({ message: messages[i]!, facts: each, ...own }, i + 1)
    })
    const text = blocks.join('\n\n')
    return { text, tokens: context.count(text) }
  }
  const first = attempt(wanted - heads)
  const error = wanted - first.tokens
  if (error >= -MAX_OVER * wanted && error <= MAX_UNDER * wanted) return first
  const second = attempt(wanted - heads + error)
  return Math.abs(wanted - second.tokens) < Math.abs(error) ? second : first
}

/**
 * Tokens of the view for a message of this size: long messages at a fifth, short ones nearly whole, as they have little to
 * omit.
 */
function roomOf(tokens: number): number {
  return Math.min(0.86 * tokens, 28 + 0.178 * tokens)
}

function choiceTurns(
  messages: readonly TranscriptMessage[],
  shown: readonly MessageFacts[],
  annotations: Annotations,
): ChoiceTurn[] {
  const weights = roleWeights(messages, shown)
  const forced = shown.map((): number[] => [])
  for (const { old, by } of annotations.links) for (const { turn, sentence } of [old, by]) forced[turn]?.push(sentence)
  const needs = needsOf(shown, annotations)
  return shown.map((facts, i) => {
    const weight = weights[messages[i]!.role]
    const marks = annotations.marks[i]!
    // Text pasted by a user of few words is the topic of the conversation.
    const scope = weight > 1 ? 'everything' : 'prose'
    return {
      sentences: facts.sentences.map((sentence, at) => costOf(sentence, marks.get(at))),
      weight,
      wholeTokens: weight > 1 ? WHOLE_OF_SCARCE : WHOLE,
      cover: () => findOrAdd(facts.covers, scope, () => coverOf(facts.sentences, scope)),
      forced: [...new Set(forced[i]!)],
      needs: needs[i]!,
    }
  })
}

/** The list items of a message, unless there are too many to choose from. */
function itemsOf(facts: MessageFacts | undefined): number[] {
  const items = facts?.sentences.flatMap(({ head }, at) => (head === undefined ? [] : at)) ?? []
  return items.length <= MAX_ITEMS ? items : []
}

const MAX_ITEMS = 8

/** Items need the sentence that introduces their list, a choice needs its items, and a sentence needs its later changes. */
function needsOf(shown: readonly MessageFacts[], { renewals }: Annotations): Map<number, Place[]>[] {
  const needs = shown.map(() => new Map<number, Place[]>())
  const add = ({ turn, sentence }: Place, need: Place): void => {
    if (need.turn < shown.length) addToList(needs[turn]!, sentence, need)
  }
  shown.forEach(({ sentences }, turn) => {
    sentences.forEach(({ head, reading }, sentence) => {
      if (head !== undefined) add({ turn, sentence }, { turn, sentence: head })
      if (reading?.isChoice)
        for (const item of itemsOf(shown[turn - 1])) add({ turn, sentence }, { turn: turn - 1, sentence: item })
    })
  })
  for (const { old, by } of newestChanges(renewals, shown.length)) add(old, by)
  return needs
}

/**
 * The changes among the first `length` messages, each with the last sentence of its chain: a sentence that is changed
 * often needs its newest change only.
 */
function newestChanges(renewals: Annotations['renewals'], length: number): Annotations['renewals'] {
  const newest = new Map<string, Place>()
  // A change is in a later message, so that its own change is known before it.
  return renewals
    .filter(({ by }) => by.turn < length)
    .sort((a, b) => b.old.turn - a.old.turn)
    .map(({ old, by }) => {
      const last = newest.get(`${by.turn} ${by.sentence}`) ?? by
      newest.set(`${old.turn} ${old.sentence}`, last)
      return { old, by: last }
    })
}

function costOf(sentence: MessageFacts['sentences'][number], marks: readonly Mark[] | undefined): SentenceCost {
  const { kind, terms, abridgedTokens } = sentence
  let { salience } = sentence
  for (const mark of marks ?? []) salience += SALIENCE_OF_MARK[mark.kind]
  const marked = MARK_TOKENS * (marks?.length ?? 0)
  return { isProse: kind === 'prose', terms, salience, cost: abridgedTokens + marked }
}

/** Weight of each speaker's sentences. That of the user is 1 to 6: a user of few words says more with each of them. */
function roleWeights(
  messages: readonly TranscriptMessage[],
  facts: readonly MessageFacts[],
): Readonly<Record<TranscriptMessage['role'], number>> {
  const said = { user: 1, assistant: 1 }
  facts.forEach((each, i) => {
    said[messages[i]!.role] += each.tokens
  })
  return { user: Math.min(6, Math.max(1, 1.3 * Math.sqrt(said.assistant / said.user))), assistant: 1 }
}
