import { phrasesOf } from '../../../lexicon/gathered.ts'
import { formOf } from '../../../lexicon/word-form.ts'
import { sumOf } from '../../../sum.ts'
import { fragmentsOf } from '../../../text/fragments.ts'
import { information } from '../../../words/information.ts'
import { contentTerms } from '../../../words/terms.ts'
import { factsOf } from '../../../words/word-facts.ts'
import { languageAt } from '../../language-at.ts'
import type { Source } from '../../source.ts'
import { frequenciesOf } from '../../state.ts'
import { saidIn } from '../../transcript.ts'
import { withoutMarkup } from '../condense.ts'
import { asks, type RecallFeatures, termsInSight } from '../features.ts'
import { linesAbout } from '../lines-about.ts'
import type { RecallQuery } from '../query.ts'
import { bestMatches } from '../rank.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { termsAt } from '../term-arena.ts'
import { artifact } from './artifact.ts'
import { exchange } from './exchange.ts'

/** Limits of the algorithm, because a question waits for it: answers whose sentences are read, and tokens of such an answer. */
const MAX_READ = 4
const MAX_ANSWER_TOKENS = 3000

/** Words for attributes of things. If they do not occur in the history, they say nothing about which thing is meant. */
const ATTRIBUTES = new Set(phrasesOf(({ cues }) => cues.attribute).map((word) => factsOf(formOf(word)).term))

interface Match {
  readonly index: number
  readonly answer: number
  readonly sentence: number
}

/**
 * The lines of a folded answer that a short question asks for ("where were the gloves?"). Digests prefer the user's
 * statements to those of answers, and among many questions one more is not unusual for the classifier. The excerpt is
 * so short that an error costs little.
 */
export const earlierAnswer: RecallSource = { value: 0.8, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { query, features, demand, policy } = request
  const { substance, leastLost } = policy.recall.sources.earlierAnswer
  if (demand.isSure || allocation.of(artifact).length || allocation.of(exchange).length) return
  if (!asks(features) || features.substance > substance) return
  if (!query.known || lostShare(request, query) < leastLost) return
  const match = bestAnswer(request, query)
  if (!match || !isSure(request, match, features)) return
  const { index } = match
  const room = Math.min(request.policy.recall.linesTokens, allocation.left)
  const text = linesAbout(request, index, room)
  const tokens = request.count(text)
  if (text && tokens <= allocation.left) yield { index, text, tokens }
}

/** Share of the question's information that the history contains and no verbatim message does. */
function lostShare({ state }: Source, { terms, weights }: RecallQuery): number {
  const inSight = termsInSight(state, state.boundary, weights)
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
  const answers = bestMatches(query.scores, state, state.boundary).filter(
    (index) =>
      state.roles[index] === 'assistant' && state.tokens[index]! <= MAX_ANSWER_TOKENS && !state.standing.has(index),
  )
  const matches = answers.slice(0, MAX_READ).map((index) => matchOf(source, index, query))
  return matches.reduce<Match | undefined>(
    (best, match) => (best && match.answer + match.sentence <= best.answer + best.sentence ? best : match),
    undefined,
  )
}

function matchOf({ transcript, state }: Source, index: number, { weights, known }: RecallQuery): Match {
  const shareOf = (terms: Iterable<number>): number => sumOf(new Set(terms), (term) => weights.get(term) ?? 0) / known
  const sentences = fragmentsOf(withoutMarkup(saidIn(transcript, index)), languageAt(transcript, index))
  const sentence = sentences.reduce((most, { text }) => Math.max(most, shareOf(contentTerms(text))), 0)
  return { index, answer: shareOf(termsAt(state.terms, index)), sentence }
}

function isSure({ state, policy }: Source, { index, answer, sentence }: Match, features: RecallFeatures): boolean {
  const { leastShare, sure, nearMessages, shortHistoryTokens } = policy.recall.sources.earlierAnswer
  if (answer < leastShare.answer || sentence < leastShare.sentence) return false
  const isNear = state.keys.length - index <= nearMessages || state.historyTokens <= shortHistoryTokens
  return answer >= sure || features.pointsBack || isNear
}
