import { saidIn } from '../../transcript.ts'
import { linesAbout } from '../lines-about.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'
import { artifact } from './artifact.ts'

/**
 * The recent answer that a short message refers to ("let's go with number 4 of the names"), if the classifier is not
 * sure that the message asks for folded history: it counts recent messages as in sight.
 */
export const exchange: RecallSource = { value: 0.9, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { transcript, state, count, features, demand, policy } = request
  const { substance, leastKnown, tokens: limit } = policy.recall.sources.exchange
  if (demand.isSure || allocation.of(artifact).length) return
  if (features.substance > substance || features.known < leastKnown) return
  const index = bestRecent(request)
  if (index === undefined || state.standing.has(index)) return
  const size = state.tokens[index]!
  if (size < limit.least) return
  if (size <= Math.min(limit.whole, allocation.left)) {
    yield { index, text: saidIn(transcript, index), tokens: size }
    return
  }
  const room = Math.min(policy.recall.linesTokens, allocation.left)
  const text = linesAbout(request, index, room)
  const tokens = count(text)
  if (text && tokens <= allocation.left) yield { index, text, tokens }
}

/** The folded answer, of the last few, that matches best together with its question. Undefined if none matches well. */
function bestRecent({ state, query, policy }: RecallRequest): number | undefined {
  const { scores, known } = query
  const { reach, leastMatch } = policy.recall.sources.exchange
  let best: number | undefined
  let most = leastMatch * known
  const scoreOf = (index: number): number => (index >= state.systemEnd ? (scores[index - state.systemEnd] ?? 0) : 0)
  for (let index = Math.max(state.systemEnd, state.keys.length - reach); index < state.boundary; index++) {
    if (state.roles[index] !== 'assistant') continue
    const asker = state.roles[index - 1] === 'user' ? index - 1 : -1
    const match = scoreOf(index) + scoreOf(asker)
    if (match < most || (best !== undefined && match === most)) continue
    most = match
    best = index
  }
  return best
}
