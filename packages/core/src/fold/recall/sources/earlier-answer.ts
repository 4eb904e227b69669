import { cueWords } from '../../../lexicon/vocabulary.ts'
import { formOf } from '../../../lexicon/word-form.ts'
import { fragmentsOf } from '../../../text/fragments.ts'
import { information } from '../../../words/information.ts'
import { contentTerms } from '../../../words/terms.ts'
import { factsOf } from '../../../words/word-facts.ts'
import type { Source } from '../../source.ts'
import { frequenciesOf } from '../../state.ts'
import { saidIn } from '../../transcript.ts'
import { withoutMarkup } from '../condense.ts'
import type { RecallFeatures } from '../features.ts'
import { linesAbout } from '../lines-about.ts'
import type { RecallQuery } from '../query.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { termsAt } from '../term-arena.ts'
import { artifact } from './artifact.ts'
import { exchange } from './exchange.ts'

/** A question that says more is no question for one thing. */
const MOST_SUBSTANCE = 6
/** Share of its information that the history holds and nothing that is sent word for word. */
const LEAST_LOST = 0.5
/** Share of the known that stands in one answer, and in one sentence of it. */
const LEAST_SHARE = { answer: 0.5, sentence: 0.5 }
/**
 * Where less than this stands in one answer, that is by chance in a long history, unless it is near or the question points
 * back.
 */
const SURE_SHARE = 0.7
const NEAR_MESSAGES = 8
const SHORT_HISTORY_TOKENS = 2500
/** Of so many answers the sentences are read, of those up to so many tokens: a question waits for it. */
const MOST_READ = 4
const MOST_ANSWER_TOKENS = 3000
const LINES_TOKENS = 120

/** Words for what people ask of a thing: where nobody has used them, they say nothing of what is meant. */
const ATTRIBUTES = new Set([...cueWords('attribute')].map((word) => factsOf(formOf(word)).term))

interface Match {
  readonly index: number
  readonly answer: number
  readonly sentence: number
}

/**
 * The lines of a folded answer that a short question asks for ("where were the gloves?"): digests keep what users say before
 * what they were told, and among many questions one more does not stand out. So little of it that being wrong costs little.
 */
export const earlierAnswer: RecallSource = { value: 0.8, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { query, features, demand } = request
  if (demand.isWanted || allocation.of(artifact).length || allocation.of(exchange).length) return
  if ((features.asking <= 0.5 && !features.pointsBack) || features.substance > MOST_SUBSTANCE) return
  if (!query.known || lostShare(request, query) < LEAST_LOST) return
  const match = bestAnswer(request, query)
  if (!match || !isSure(request, match, features)) return
  const { index } = match
  const room = Math.min(LINES_TOKENS, allocation.left)
  const text = linesAbout(request, index, { weights: query.weights, room })
  const tokens = request.count(text)
  if (text && tokens <= allocation.left) yield { index, text, tokens }
}

/** Share of the question's information that the history holds, and no message of it that is sent as it came. */
function lostShare({ state }: Source, { terms, weights }: RecallQuery): number {
  const inSight = new Set<number>()
  for (let i = state.boundary; i < state.keys.length; i++) for (const term of termsAt(state.terms, i)) inSight.add(term)
  const frequencies = frequenciesOf(state)
  let all = 0
  let lost = 0
  for (const term of terms.ids) {
    const weight = weights.get(term)
    if (weight !== undefined && !inSight.has(term)) lost += weight
    if (weight !== undefined || !ATTRIBUTES.has(term)) all += information(term, frequencies)
  }
  return all ? lost / all : 0
}

function bestAnswer(source: Source, query: RecallQuery): Match | undefined {
  const { state } = source
  const scoreOf = (index: number): number => query.scores[index - state.lead]!
  const answers: number[] = []
  for (let index = state.lead; index < state.boundary; index++) {
    if (state.roles[index] !== 'assistant' || state.tokens[index]! > MOST_ANSWER_TOKENS) continue
    if (scoreOf(index) > 0 && !state.standing.has(index)) answers.push(index)
  }
  answers.sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
  const matches = answers.slice(0, MOST_READ).map((index) => matchOf(source, index, query))
  return matches.reduce<Match | undefined>(
    (best, match) => (best && match.answer + match.sentence <= best.answer + best.sentence ? best : match),
    undefined,
  )
}

function matchOf({ transcript, state }: Source, index: number, { weights, known }: RecallQuery): Match {
  const shareOf = (terms: Iterable<number>): number => {
    let sum = 0
    for (const term of new Set(terms)) sum += weights.get(term) ?? 0
    return sum / known
  }
  const sentences = fragmentsOf(withoutMarkup(saidIn(transcript, index)))
  const sentence = sentences.reduce((most, { text }) => Math.max(most, shareOf(contentTerms(text))), 0)
  return { index, answer: shareOf(termsAt(state.terms, index)), sentence }
}

function isSure({ state }: Source, { index, answer, sentence }: Match, features: RecallFeatures): boolean {
  if (answer < LEAST_SHARE.answer || sentence < LEAST_SHARE.sentence) return false
  const isNear = state.keys.length - index <= NEAR_MESSAGES || state.historyTokens <= SHORT_HISTORY_TOKENS
  return answer >= SURE_SHARE || features.pointsBack || isNear
}
