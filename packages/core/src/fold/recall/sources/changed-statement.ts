import { saidIn } from '../../transcript.ts'
import { newerStatements } from '../newer-statements.ts'
import { relative } from '../query.ts'
import { bestOf } from '../rank.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'

/**
 * Changes of the folded messages that match the query best, whether the recall contains those messages or not: a digest may
 * contain only the old value.
 */
export const changedStatement: RecallSource = { value: 0.4, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { transcript, state, features, policy } = request
  const { substance, mostTokens } = policy.recall.sources.changedStatement
  if (features.substance > substance || (features.asking <= 0.5 && !features.pointsBack)) return
  for (const index of bestMatches(request)) {
    if (state.tokens[index]! > mostTokens) continue
    const text = saidIn(transcript, index)
    for (const newer of newerStatements(request, { index, text, tokens: state.tokens[index]! })) {
      if (newer.tokens <= allocation.left) yield newer
    }
  }
}

function bestMatches({ state, query, policy }: RecallRequest): number[] {
  const { matches, leastMatch } = policy.recall.sources.changedStatement
  const best = bestOf(query.scores.subarray(0, state.boundary - state.systemEnd), matches)
  return best.filter((i) => relative(query, query.scores[i]!) >= leastMatch).map((i) => state.systemEnd + i)
}
