import type { CueId } from '../../lexicon/cue-ids.ts'
import { analyzeText, holdsCue, type Sentence } from '../../text/analysis.ts'
import { languageAt } from '../language-at.ts'
import { perMessage, saidIn, type Transcript } from '../transcript.ts'
import { shareAsked } from './features.ts'
import { linesAbout } from './lines-about.ts'
import { LINE_TOKENS, type Proposal, type RecallRequest } from './recall-source.ts'

/**
 * The answer to a recalled question, or the answer that denies or limits a recalled report of another person's words.
 * Of a long answer, only the lines that the query is about. Empty if there is none.
 */
export function answerTo(request: RecallRequest, { index, text }: Proposal): Proposal[] {
  const { transcript, state, policy, count } = request
  const { questionTokens, asked, tokens: room } = policy.recall.answer
  if (state.roles[index] !== 'user' || state.tokens[index]! > questionTokens) return []
  const isQuestion = shareAsked([{ text }], languageAt(transcript, index)) > asked
  if (!isQuestion && !reports(transcript, index)) return []
  const answer = firstAnswerAfter(request, index)
  if (answer === undefined || state.standing.has(answer)) return []
  if (!isQuestion && !limits(transcript, answer)) return []
  const tokens = state.tokens[answer]!
  if (tokens <= room) return [{ index: answer, text: saidIn(transcript, answer), tokens, isPart: true }]
  const lines = linesAbout(request, answer, room)
  return lines ? [{ index: answer, text: lines, tokens: count(lines) + LINE_TOKENS, isPart: true }] : []
}

/** True if a message reports another person's words. */
const reports = perMessage((transcript, index) =>
  sentencesAt(transcript, index).some(({ clauses }) => clauses.some(({ flags }) => flags.reported)),
)

const LIMITING: readonly CueId[] = [
  'negation',
  'negationMorpheme',
  'refusal',
  'rejected',
  'adversative',
  'condition',
  'exception',
]
/**
 * Limits of the algorithm: characters of a message that are read, and first sentences of an answer that may deny
 * something.
 */
const OPENING = { characters: 1000, sentences: 3 }

/** True if an answer denies or limits something in its first sentences. */
const limits = perMessage((transcript, index) =>
  holdsCue(sentencesAt(transcript, index).slice(0, OPENING.sentences), LIMITING),
)

function sentencesAt(transcript: Transcript, index: number): readonly Sentence[] {
  const said = saidIn(transcript, index).slice(0, OPENING.characters)
  return analyzeText(said, languageAt(transcript, index)).sentences
}

/** Limit of the algorithm: calls and results between a question and its answer. */
const MAX_STEPS = 12

/** The first folded message after a question in which the assistant says something. Tool calls may precede it. */
function firstAnswerAfter({ transcript, state }: RecallRequest, question: number): number | undefined {
  const end = Math.min(state.boundary, question + MAX_STEPS)
  for (let index = question + 1; index < end; index++) {
    if (state.roles[index] === 'assistant') {
      if (saidIn(transcript, index)) return index
    } else if (!transcript.answersOf(index).length) return undefined
  }
  return undefined
}
