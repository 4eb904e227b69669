import type { RecallRequest } from './recall-source.ts'

/**
 * Returns a test of messages: true if one may contain what the newest message asks for by its words. A turn without a word of
 * the query is about a common subject at most.
 */
export function askedFilter({ query, demand, state }: RecallRequest): (index: number) => boolean {
  if (demand.isForAll || query.known === 0) return () => true
  const turns = new Set<number>()
  for (const [offset, score] of query.scores.entries()) {
    if (score > 0) turns.add(state.turns[state.systemEnd + offset]!)
  }
  return (index) => turns.has(state.turns[index]!)
}
