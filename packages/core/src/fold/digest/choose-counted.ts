import { sumOf, tokensOf } from '../../sum.ts'
import type { Source } from '../source.ts'
import type { Candidate } from './candidates.ts'
import { byPlace, chooseCandidates, type DigestRoom } from './choose.ts'
import { hold, release } from './held.ts'

/** Limit of the correction: a room is not made smaller than by this factor. */
const LEAST_FACTOR = 0.6

/** Chosen candidates, and the budget in estimated tokens with which they were chosen. */
interface Chosen {
  readonly chosen: readonly Candidate[]
  readonly tokens: number
}

/**
 * Chooses candidates whose counted tokens fit into `room`. The tokens of a candidate are estimated, and those of a message with much
 * code or many names are up to a third too low. If the choice exceeds the room by more than `policy.digest.mostOfRoom`, the
 * candidates are chosen again with less room. Chosen candidates of the user stay. Updates `state.held`.
 *
 * Two kinds of digest keep the first choice: those of chats among people, in which no room is reserved for the user, and those of
 * requests that are fitted into a tight window afterwards.
 */
export function chooseCounted(source: Source, candidates: readonly Candidate[], room: DigestRoom): Chosen {
  const { state, policy, count } = source
  const choose = (tokens: number): Candidate[] =>
    chooseCandidates(
      candidates,
      {
        tokens,
        forRules: policy.ruleShare * tokens,
        forUser: room.forUser,
        shortTokens: policy.digest.wholeTokens.user,
      },
      state.held,
    )
  const first = choose(room.tokens)
  const usual = { chosen: first, tokens: room.tokens }
  if (room.forUser === 0 || state.isTight) return usual
  const counted = sumOf(first, ({ text }) => count(text) + 1)
  if (counted <= policy.digest.mostOfRoom * room.tokens) return usual
  for (const { terms, isUser } of first) release(state.held, terms, isUser)
  const tokens = room.tokens * Math.max(LEAST_FACTOR, tokensOf(first) / counted)
  const chosen = new Set(choose(tokens))
  for (const candidate of first) {
    if (!candidate.isUser || chosen.has(candidate)) continue
    chosen.add(candidate)
    hold(state.held, candidate.terms, candidate.isUser)
  }
  return { chosen: [...chosen].sort(byPlace), tokens }
}
