import { saidIn } from '../transcript.ts'
import { shareAsked } from './features.ts'
import { linesAbout } from './lines-about.ts'
import { LINE_TOKENS, type Proposal, type RecallRequest } from './recall-source.ts'

/** More than this share of a message in questions makes it a question. */
const LEAST_ASKED = 0.5
/** A longer message holds more than a question. */
const QUESTION_TOKENS = 80
/** An answer up to here comes back whole, and so many tokens of a longer one. */
const LINES_TOKENS = 60

/** The answer to a recalled question, of a long one the lines that the query is about; empty where there are none. */
export function answerTo(request: RecallRequest, { index, text }: Proposal): Proposal[] {
  const { transcript, state, query, count } = request
  const answer = index + 1
  if (state.roles[index] !== 'user' || state.tokens[index]! > QUESTION_TOKENS) return []
  if (answer >= state.boundary || state.roles[answer] !== 'assistant' || state.standing.has(answer)) return []
  if (shareAsked([{ text }]) <= LEAST_ASKED) return []
  const tokens = state.tokens[answer]!
  if (tokens <= LINES_TOKENS) return [{ index: answer, text: saidIn(transcript, answer), tokens, isPart: true }]
  const lines = linesAbout(request, answer, { weights: query.weights, room: LINES_TOKENS })
  return lines ? [{ index: answer, text: lines, tokens: count(lines) + LINE_TOKENS, isPart: true }] : []
}
