import { fragmentsOf } from '../../words/fragments.ts'
import { information } from '../../words/wording.ts'
import { wordsOf } from '../../words/words.ts'
import type { Source } from '../source.ts'
import { type FoldState, frequenciesOf } from '../state.ts'
import { type Asked, relative } from './asked.ts'
import type { Habits } from './gate-memory.ts'
import { meaningAt } from './meaning-arena.ts'
import { pointsBack } from './past-cues.ts'
import { termsAt } from './term-arena.ts'

/**
 * How a message asks for something that is no longer in sight, in figures that need no knowledge of its language; beside
 * what a session gets used to, those that say something by themselves.
 */
export interface Need extends Habits {
  readonly pointsBack: boolean
  /** How many rare words' worth of information the message holds. */
  readonly substance: number
  /** Share of its information that the last answer holds. */
  readonly answered: number
  /** Information of the rarest known term out of sight, in rare words. */
  readonly rarest: number
  /** BM25 of the third best message out of sight, and of the user's last one, relative to the known. */
  readonly thirdMatch: number
  readonly echoed: number
}

/** Messages before the newest that count as in sight although they may be folded: they have only just been read. */
const FRESH_MESSAGES = 8
/** One match may be chance; what was talked about is found in several messages. */
const THIRD = 2

export function needOf(source: Source, asked: Asked): Need {
  const { state } = source
  const fresh = Math.max(state.lead, state.keys.length - FRESH_MESSAGES)
  const said = state.roles.lastIndexOf('user')
  const folded = asked.scores.subarray(0, state.boundary - state.lead)
  return {
    asking: shareAsked([asked]),
    pointsBack: pointsBack(asked.text),
    ...informationOf(state, asked, fresh),
    matched: relative(asked, nthBest(folded, 0)),
    thirdMatch: relative(asked, nthBest(asked.scores.subarray(0, fresh - state.lead), THIRD)),
    echoed: said < state.lead ? 0 : relative(asked, asked.scores[said - state.lead]!),
    continued: said < state.lead ? 0 : closeness(source, asked, said),
    nearby: meanCloseness(source, asked, fresh),
  }
}

type Informing = 'known' | 'outOfSight' | 'unseen' | 'rarest' | 'answered' | 'substance'

/** What of the message's information is known, in sight, in the last answer; messages from `fresh` on are in sight. */
function informationOf(state: FoldState, { terms, weights, known }: Asked, fresh: number): Pick<Need, Informing> {
  const frequencies = frequenciesOf(state)
  const rareWord = Math.log(1 + Math.max(2, frequencies.messages))
  const sight = termsInSight(state, Math.min(state.boundary, fresh))
  const answer = new Set(state.keys.length ? termsAt(state.terms, state.keys.length - 1) : [])
  let all = 0
  let unseen = 0
  let rarest = 0
  let answered = 0
  for (const id of terms.ids) {
    const weight = information(id, frequencies)
    all += weight
    if (answer.has(id)) answered += weight
    if (!weights.has(id) || sight.has(id)) continue
    unseen += weight
    rarest = Math.max(rarest, weight)
  }
  return {
    known: all ? known / all : 0,
    outOfSight: known ? unseen / known : 0,
    unseen: unseen / rareWord,
    rarest: rarest / rareWord,
    answered: all ? answered / all : 0,
    substance: all / rareWord,
  }
}

function termsInSight(state: FoldState, from: number): Set<number> {
  const sight = new Set<number>()
  for (let i = from; i < state.keys.length; i++) for (const id of termsAt(state.terms, i)) sight.add(id)
  return sight
}

/** The best score but `skipped` better ones; 0 where there are no more. */
function nthBest(scores: Float64Array, skipped: number): number {
  const best = new Array<number>(skipped + 1).fill(0)
  for (const score of scores) {
    if (score <= best[skipped]!) continue
    best[skipped] = score
    best.sort((a, b) => b - a)
  }
  return best[skipped]!
}

function closeness({ state, vectors }: Source, { meaning }: Asked, index: number): number {
  return vectors ? vectors.similarity(meaning, meaningAt(state.meanings, index)) : 0
}

function meanCloseness(source: Source, asked: Asked, from: number): number {
  const to = source.state.keys.length
  let sum = 0
  for (let i = from; i < to; i++) sum += closeness(source, asked, i)
  return sum / Math.max(1, to - from)
}

/** Share of the words of some texts that stand in sentences with a question mark of any script. */
export function shareAsked(pieces: readonly { readonly text: string }[]): number {
  let words = 0
  let asked = 0
  for (const fragment of fragmentsOf(pieces.map(({ text }) => text).join('\n'))) {
    const count = wordsOf(fragment.text).length
    words += count
    if (/[?？؟՞]/.test(fragment.text)) asked += count
  }
  return words ? asked / words : 0
}
