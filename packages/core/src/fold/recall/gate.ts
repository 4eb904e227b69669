import { fragmentsOf } from '../../words/fragments.ts'
import type { TermVector } from '../../words/terms.ts'
import { information } from '../../words/wording.ts'
import { wordsOf } from '../../words/words.ts'
import type { Policy } from '../policy.ts'
import { type FoldState, frequenciesOf } from '../state.ts'
import type { GateMemory, Habits } from './gate-memory.ts'
import { pointsBack } from './past-cues.ts'
import { bm25, queryWeights } from './rank.ts'
import { termsAt } from './term-arena.ts'

/**
 * How a message asks for something that is no longer in sight, in figures that need no knowledge of its language:
 * `asking`, the share of its words in sentences with a question mark of any script; `known`, the share of the information
 * of its terms that the history holds at all; `outOfSight`, the share of the known that no message still in sight holds;
 * `matched`, the best folded message's BM25 score relative to the known; `figures`, numbers in it, up to three.
 */
export interface Need extends Habits {
  readonly pointsBack: boolean
  /** How many rare words' worth of information the message holds. */
  readonly substance: number
  /** Share of its information that the last answer holds. */
  readonly answered: number
}

/** Messages before the newest that count as in sight although they may be folded: they have only just been read. */
const FRESH_MESSAGES = 8

export function needOf(state: FoldState, query: TermVector, text: string): Need {
  const frequencies = frequenciesOf(state)
  const weights = queryWeights(query, state)
  const sight = termsInSight(state)
  let all = 0
  let known = 0
  let unseen = 0
  let answered = 0
  const answer = new Set(state.keys.length ? termsAt(state.terms, state.keys.length - 1) : [])
  for (const id of query.ids) {
    const weight = information(id, frequencies)
    all += weight
    if (answer.has(id)) answered += weight
    if (!weights.has(id)) continue
    known += weight
    if (!sight.has(id)) unseen += weight
  }
  const best = bm25(state, { from: state.lead, to: state.boundary }, weights).reduce((a, b) => Math.max(a, b), 0)
  return {
    ...formOf(text),
    known: all ? known / all : 0,
    outOfSight: known ? unseen / known : 0,
    matched: known ? Math.min(1, best / known) : 0,
    answered: all ? answered / all : 0,
    substance: all / Math.log(1 + Math.max(2, frequencies.messages)),
  }
}

function termsInSight(state: FoldState): Set<number> {
  const sight = new Set<number>()
  const from = Math.min(state.boundary, Math.max(state.lead, state.keys.length - FRESH_MESSAGES))
  for (let i = from; i < state.keys.length; i++) for (const id of termsAt(state.terms, i)) sight.add(id)
  return sight
}

function formOf(text: string): Pick<Need, 'asking' | 'length' | 'figures' | 'pointsBack'> {
  let words = 0
  let asked = 0
  for (const fragment of fragmentsOf(text)) {
    const count = wordsOf(fragment.text).length
    words += count
    if (/[?？؟՞]/.test(fragment.text)) asked += count
  }
  return {
    asking: words ? asked / words : 0,
    length: Math.log(1 + words),
    figures: Math.min(3, text.match(/\d+/g)?.length ?? 0),
    pointsBack: pointsBack(text),
  }
}

/** Share of the words of some texts that stand in sentences with a question mark. */
export function shareAsked(pieces: readonly { readonly text: string }[]): number {
  return formOf(pieces.map(({ text }) => text).join('\n')).asking
}

/**
 * Log-odds that the message asks for what is out of sight: of its own figures, and of how they differ from what is usual
 * in this history. The weights were fitted on chats of several kinds and rounded.
 */
export function needScore(need: Need, memory: GateMemory): number {
  const usual = memory.habits ?? need
  const own =
    -6.7 -
    0.9 * need.asking -
    1.5 * need.outOfSight +
    1.9 * need.asking * need.outOfSight +
    4.9 * need.known +
    3.3 * need.known * need.outOfSight -
    0.7 * need.length +
    0.7 * need.figures +
    (need.pointsBack ? 2.4 : 0)
  const unusual =
    5.1 * (need.asking - usual.asking) -
    0.8 * (need.outOfSight - usual.outOfSight) -
    4.6 * (need.known - usual.known) -
    1.5 * (need.length - usual.length) +
    1.4 * (need.matched - usual.matched) -
    1.5 * (need.figures - usual.figures)
  return own + unusual
}

/** Share of the history that recall may take. Where recalls become a habit, it takes more to get one. */
export function recallShareOf(score: number, memory: GateMemory, policy: Policy): number {
  const threshold = policy.gateFloor + policy.gateHabit * Math.max(0, memory.recalled - 0.05)
  const excess = (score - threshold) / policy.gateRamp
  if (excess <= 0) return 0
  return Math.min(policy.recallShare, policy.leastRecallShare + (policy.recallShare - policy.leastRecallShare) * excess)
}
