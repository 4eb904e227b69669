import { saidIn } from '../../transcript.ts'
import type { Allocation, Proposal, RecallRequest, RecallSource } from '../recall-source.ts'

/** A message that says more than so many rare words speaks for itself. */
const MOST_SUBSTANCE = 6
/** BM25 of the statement relative to the known, and share of the message's information that is known. */
const LEAST_MATCH = 0.6
const LEAST_KNOWN = 0.25
const MOST_TOKENS = 300

/** The statement of the user that a short message is about, where it has left the tail and is in no digest yet. */
export const unsentStatement: RecallSource = { value: 0.7, propose }

function* propose({ transcript, state, query, features }: RecallRequest, { left }: Allocation): Generator<Proposal> {
  if (features.substance > MOST_SUBSTANCE || features.known < LEAST_KNOWN) return
  let best: number | undefined
  let least = LEAST_MATCH * query.known
  for (const index of state.unsaid) {
    if (state.roles[index] !== 'user' || state.tokens[index]! > Math.min(MOST_TOKENS, left)) continue
    const match = query.scores[index - state.lead]!
    if (match < least) continue
    least = match
    best = index
  }
  if (best !== undefined) yield { index: best, text: saidIn(transcript, best), tokens: state.tokens[best]! }
}
