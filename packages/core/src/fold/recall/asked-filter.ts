import type { RecallRequest } from './recall-source.ts'

/**
 * Returns a filter of messages by index. It passes the messages of each turn that contains a word of the query: other
 * turns share at most the general subject. It passes everything if all statements are wanted, or if no word of the
 * query is known.
 */
export function askedFilter({ query, demand, state }: RecallRequest): (index: number) => boolean {
  if (demand.isForAll || query.known === 0) return () => true
  const turns = new Set<number>()
  for (const [offset, score] of query.scores.entries()) {
    if (score > 0) turns.add(state.turns[state.systemEnd + offset]!)
  }
  return (index) => turns.has(state.turns[index]!)
}
