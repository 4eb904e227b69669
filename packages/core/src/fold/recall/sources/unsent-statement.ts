import { saidIn } from '../../transcript.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'

/** The message of the user in the digest backlog that best matches a short newest message. */
export const unsentStatement: RecallSource = { value: 0.7, propose }

function* propose(request: RecallRequest, { left }: Allocation): Generator<Proposal> {
  const { transcript, state, query, features, policy } = request
  const { substance, leastKnown, leastMatch } = policy.recall.sources.unsentStatement
  if (features.substance > substance || features.known < leastKnown) return
  let best: number | undefined
  let least = leastMatch * query.known
  for (const index of state.backlog) {
    if (state.roles[index] !== 'user' || state.tokens[index]! > left) continue
    const match = query.scores[index - state.systemEnd]!
    if (match < least) continue
    least = match
    best = index
  }
  if (best !== undefined) yield { index: best, text: saidIn(transcript, best), tokens: state.tokens[best]! }
}
