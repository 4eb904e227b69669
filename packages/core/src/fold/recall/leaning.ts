import type { Policy } from '../policy.ts'
import type { FoldState } from '../state.ts'
import type { Need } from './need.ts'

/** A message that says little by itself ("shorter, please") leans on the answer before it; a question may be short. */
const LITTLE_SUBSTANCE = { wish: 3.2, question: 2.2 }

/**
 * The last answer, when it has just been folded and the message leans on it; at most `most` tokens. Such a message names
 * nothing that could be looked for, in whatever language.
 */
export function leanedOn(state: FoldState, need: Need, policy: Policy): number | undefined {
  const last = state.keys.length - 1
  const leans =
    need.substance <= LITTLE_SUBSTANCE[need.asking ? 'question' : 'wish'] || need.answered >= policy.leanShare
  if (!leans || last < state.lead || last >= state.boundary) return undefined
  return state.roles[last] === 'assistant' && state.tokens[last]! <= policy.wholeAnswerShare * state.historyTokens
    ? last
    : undefined
}
