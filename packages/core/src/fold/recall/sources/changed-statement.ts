import { saidIn } from '../../transcript.ts'
import { newerStatements } from '../newer-statements.ts'
import { relative } from '../query.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'

/** Best matches that are looked at, and their least BM25 relative to the known. */
const MOST_MATCHES = 3
const LEAST_MATCH = 0.5
/** A message that says more than so many rare words speaks for itself. */
const MOST_SUBSTANCE = 10
const MOST_TOKENS = 300

/**
 * What changes the folded messages that match the query best, whether the recall holds them or not: a digest may hold the
 * old value alone.
 */
export const changedStatement: RecallSource = { value: 0.4, propose }

function* propose(request: RecallRequest, allocation: Allocation): Generator<Proposal> {
  const { transcript, state, features } = request
  if (features.substance > MOST_SUBSTANCE || (features.asking <= 0.5 && !features.pointsBack)) return
  for (const index of bestMatches(request)) {
    if (state.tokens[index]! > MOST_TOKENS) continue
    const text = saidIn(transcript, index)
    for (const newer of newerStatements(request, { index, text, tokens: state.tokens[index]! })) {
      if (newer.tokens <= allocation.left) yield newer
    }
  }
}

function bestMatches({ state, query }: RecallRequest): number[] {
  const matches: number[] = []
  for (let index = state.lead; index < state.boundary; index++) {
    if (relative(query, query.scores[index - state.lead]!) >= LEAST_MATCH) matches.push(index)
  }
  const scoreOf = (index: number): number => query.scores[index - state.lead]!
  return matches.sort((a, b) => scoreOf(b) - scoreOf(a) || a - b).slice(0, MOST_MATCHES)
}
