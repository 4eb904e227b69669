import type { Language } from '../../lexicon/languages.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { QUESTION_SIGN } from '../../text/question-sign.ts'
import { information, rareInformation } from '../../words/information.ts'
import { wordsOf } from '../../words/words.ts'
import type { Source } from '../source.ts'
import { type FoldState, frequenciesOf } from '../state.ts'
import { asksInWords } from './asks-in-words.ts'
import type { Habits } from './habits.ts'
import { meaningAt } from './meaning-arena.ts'
import { type RecallQuery, relative } from './query.ts'
import { highestOf } from './rank.ts'
import { termsAt } from './term-arena.ts'

/**
 * The features by which the classifier decides whether a message asks for folded history: those with a usual value in the
 * session (`Habits`), and those that are significant alone.
 */
export interface RecallFeatures extends Habits {
  readonly pointsBack: boolean
  /** Information of the message, in units of one rare word. */
  readonly substance: number
  /** Share of its information that the last answer contains. */
  readonly answered: number
  /** BM25 of the best message in sight, and of the user's last one, relative to the known information. */
  readonly matchedInSight: number
  readonly echoed: number
}

/** True if most of a message is a question, or if it points back. */
export function asks({ asking, pointsBack }: RecallFeatures): boolean {
  return asking > 0.5 || pointsBack
}

export function featuresOf(source: Source, query: RecallQuery): RecallFeatures {
  const { state } = source
  const fresh = Math.max(state.systemEnd, state.keys.length - source.policy.recall.freshMessages)
  const sight = Math.min(state.boundary, fresh)
  const said = state.roles.lastIndexOf('user')
  return {
    asking: shareAsked([query], query.cues.language),
    pointsBack: query.cues.has('reminder') || query.cues.has('recap'),
    ...informationOf(state, query, sight),
    matched: relative(query, highestOf(query.scores.subarray(0, sight - state.systemEnd))),
    matchedInSight: relative(query, highestOf(query.scores.subarray(sight - state.systemEnd))),
    echoed: said < state.systemEnd ? 0 : relative(query, query.scores[said - state.systemEnd]!),
    ...closenessOf(source, query.meaning, fresh),
  }
}

type Information = 'known' | 'outOfSight' | 'unseen' | 'answered' | 'substance'

/**
 * The information of the message: its total, and the parts that are known, out of sight, and in the last answer.
 * Messages from `sight` on are in sight.
 */
function informationOf(
  state: FoldState,
  { terms, weights, known }: RecallQuery,
  sight: number,
): Pick<RecallFeatures, Information> {
  const frequencies = frequenciesOf(state)
  const rareWord = rareInformation(frequencies)
  const seen = termsInSight(state, sight, weights)
  const answer = new Set(state.keys.length ? termsAt(state.terms, state.keys.length - 1) : [])
  let all = 0
  let unseen = 0
  let answered = 0
  for (const id of terms.ids) {
    const weight = information(id, frequencies)
    all += weight
    if (answer.has(id)) answered += weight
    if (!weights.has(id) || seen.has(id)) continue
    unseen += weight
  }
  return {
    known: all ? known / all : 0,
    outOfSight: known ? unseen / known : 0,
    unseen: unseen / rareWord,
    answered: all ? answered / all : 0,
    substance: all / rareWord,
  }
}

/** The `asked` terms that occur in the messages from `from` on. */
export function termsInSight(state: FoldState, from: number, asked: ReadonlyMap<number, number>): Set<number> {
  const sight = new Set<number>()
  for (let i = from; i < state.keys.length; i++)
    for (const id of termsAt(state.terms, i)) if (asked.has(id)) sight.add(id)
  return sight
}

/** Similarity in meaning to the newest messages, from `fresh` on. 0 without a table of meanings. */
function closenessOf(
  { state, vectors }: Source,
  meaning: Int8Array,
  fresh: number,
): Pick<RecallFeatures, 'continued' | 'nearby'> {
  let sum = 0
  let continued = 0
  for (let i = fresh; vectors && i < state.keys.length; i++) {
    const close = vectors.similarity(meaning, meaningAt(state.meanings, i))
    sum += close
    if (state.roles[i] === 'user') continued = Math.max(continued, close)
  }
  return { continued, nearby: sum / Math.max(1, state.keys.length - fresh) }
}

/**
 * Lines and sentences up to which a text counts as typed. Most of a longer text is pasted, and its lines do not end in
 * a period.
 */
const MAX_TYPED = 40

/**
 * Share of the words of some texts in questions: sentences with a question mark of any script, or with the opening of a
 * question. `prior`: the language of the conversation.
 */
export function shareAsked(pieces: readonly { readonly text: string }[], prior?: Language): number {
  let words = 0
  let asked = 0
  const fragments = fragmentsOf(pieces.map(({ text }) => text).join('\n'), prior)
  const isTyped = fragments.length <= MAX_TYPED
  for (const { text } of fragments) {
    const count = wordsOf(text).length
    words += count
    if (QUESTION_SIGN.test(text) || (isTyped && asksInWords(text, prior))) asked += count
  }
  return words ? asked / words : 0
}
