import type { Role } from '../../conversation.ts'
import { budgetedTokens } from '../genre.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'

/** Rules for the wording of one message in a digest. */
export interface WordingRules {
  /** Weight of its fragments relative to those of other messages. */
  readonly weight: number
  /** Messages of at most this number of tokens are one fragment. Longer ones are cut into lines and sentences. */
  readonly wholeMessageTokens: number
}

/** The rules for the text of `speaker` in message `index`. */
export type RulesOf = (index: number, speaker: Role) => WordingRules

export function wordingRules({ state, policy }: Source): RulesOf {
  const { scarceUser, userWeight, wholeTokens } = policy.digest
  const weight = Math.min(userWeight.most, Math.max(1, userWeight.base * assistantSurplus(state)))
  const isScarce = weight >= scarceUser.weight
  const ordinary = { weight: 1, wholeMessageTokens: isScarce ? 0 : wholeTokens.others }
  const user = { ...ordinary, weight, wholeMessageTokens: wholeTokens.user }
  const scarce = { ...user, weight: scarceUser.first }
  return (index, speaker) => {
    if (speaker !== 'user') return ordinary
    return isScarce && state.tokens[index]! <= scarceUser.mostTokens ? scarce : user
  }
}

/** Square root of the ratio of the assistant's tokens, without pinned messages, to the user's. */
function assistantSurplus(state: FoldState): number {
  let assistant = state.assistantTokens
  for (const index of state.standing) if (state.roles[index] === 'assistant') assistant -= state.tokens[index]!
  const user = Math.max(1, budgetedTokens(state) - assistant - state.toolTokens)
  return Math.sqrt(assistant / user)
}
