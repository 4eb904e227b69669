import { relative } from './query.ts'
import type { RecallRequest } from './recall-source.ts'

/**
 * Returns a test of messages: true if one may contain what the newest message asks for by its words.
 * - A turn without a word of the query is about a common subject at most.
 * - If the text that is sent already contains the words of the query in one message, and no other message contains nearly as
 *   many of them, only turns with as many are about it. They are quoted again, next to the question.
 */
export function askedFilter({ query, demand, state, policy }: RecallRequest): (index: number) => boolean {
  if (demand.isForAll || query.known === 0) return () => true
  const { known, lost } = policy.recall.sources.rankedMessages.sent
  const best = { sent: 0, lost: 0 }
  for (const [offset, score] of query.scores.entries()) {
    const index = state.systemEnd + offset
    const place = index >= state.boundary || state.whole.has(index) ? 'sent' : 'lost'
    best[place] = Math.max(best[place], score)
  }
  const isSent = relative(query, best.sent) >= known && best.lost < lost * best.sent
  const least = isSent ? lost * best.sent : 0
  const turns = new Set<number>()
  for (const [offset, score] of query.scores.entries()) {
    if (score > 0 && score >= least) turns.add(state.turns[state.systemEnd + offset]!)
  }
  return (index) => turns.has(state.turns[index]!)
}
