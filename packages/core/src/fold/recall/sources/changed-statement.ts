import { saidIn } from '../../transcript.ts'
import { asks } from '../features.ts'
import { newerStatements } from '../newer-statements.ts'
import { relative } from '../query.ts'
import { bestMatches } from '../rank.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'

/**
 * Later statements that change what the best-matching folded messages say, even if the recall does not quote those
 * messages: a digest may still state the old value.
 */
export const changedStatement: RecallSource = { value: 0.4, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { transcript, state, query, features, policy } = request
  const { substance, mostTokens, matches, leastMatch } = policy.recall.sources.changedStatement
  if (features.substance > substance || !asks(features)) return
  for (const index of bestMatches(query.scores, state, state.boundary, matches)) {
    if (relative(query, query.scores[index - state.systemEnd]!) < leastMatch || state.tokens[index]! > mostTokens)
      continue
    const text = saidIn(transcript, index)
    for (const newer of newerStatements(request, { index, text, tokens: state.tokens[index]! })) {
      if (newer.tokens <= allocation.left) yield newer
    }
  }
}
