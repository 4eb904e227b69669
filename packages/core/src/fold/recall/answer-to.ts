import { saidIn } from '../transcript.ts'
import { shareAsked } from './features.ts'
import { linesAbout } from './lines-about.ts'
import { LINE_TOKENS, type Proposal, type RecallRequest } from './recall-source.ts'

/** The answer to a recalled question, or the lines of a long answer that the query is about. Empty if there is none. */
export function answerTo(request: RecallRequest, { index, text }: Proposal): Proposal[] {
  const { transcript, state, policy, count } = request
  const { questionTokens, asked, tokens: room } = policy.recall.answer
  const answer = index + 1
  if (state.roles[index] !== 'user' || state.tokens[index]! > questionTokens) return []
  if (answer >= state.boundary || state.roles[answer] !== 'assistant' || state.standing.has(answer)) return []
  if (shareAsked([{ text }]) <= asked) return []
  const tokens = state.tokens[answer]!
  if (tokens <= room) return [{ index: answer, text: saidIn(transcript, answer), tokens, isPart: true }]
  const lines = linesAbout(request, answer, room)
  return lines ? [{ index: answer, text: lines, tokens: count(lines) + LINE_TOKENS, isPart: true }] : []
}
