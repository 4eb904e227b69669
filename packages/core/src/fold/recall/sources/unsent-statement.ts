import { saidIn } from '../../transcript.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'

/** The statement of the user that a short message is about, if it has left the tail and no digest contains it yet. */
export const unsentStatement: RecallSource = { value: 0.7, propose }

function* propose(request: RecallRequest, { left }: Allocation): Generator<Proposal> {
  const { transcript, state, query, features, policy } = request
  const { substance, leastKnown, leastMatch, mostTokens } = policy.recall.sources.unsentStatement
  if (features.substance > substance || features.known < leastKnown) return
  let best: number | undefined
  let least = leastMatch * query.known
  for (const index of state.backlog) {
    if (state.roles[index] !== 'user' || state.tokens[index]! > Math.min(mostTokens, left)) continue
    const match = query.scores[index - state.systemEnd]!
    if (match < least) continue
    least = match
    best = index
  }
  if (best !== undefined) yield { index: best, text: saidIn(transcript, best), tokens: state.tokens[best]! }
}
