import type { Role } from '../../conversation.ts'
import { budgetedTokens } from '../genre.ts'
import type { FoldState } from '../state.ts'

/** How the text of one message stands in a digest. */
export interface WordingRules {
  /** What its fragments are worth beside those of other messages. */
  readonly weight: number
  /** Messages up to so many tokens are one fragment; longer ones are cut into lines and sentences. */
  readonly wholeMessageTokens: number
}

/**
 * A message of the user that is too long to be owed a place finds none as a whole where room is small, and what it changes
 * would go with it. Generated talks with an old value alone, of about 400 requests a language: 31 to 48 with 120, 0 with 80.
 */
const WHOLE_MESSAGE_TOKENS = { user: 80, others: 120 }
/** What users say holds most of what is asked for later, and the more so the less of the text it is. */
const USER_WEIGHT = { base: 1.3, most: 6 }
/**
 * Where users say so little beside the answers that all of it finds room, it stands before everything else. Longer
 * messages are mostly pasted, and would crowd out the rest.
 */
const SCARCE_USER = { weight: 2, first: 100, mostTokens: 600 }

/** The rules for what `speaker` says in message `index`. */
export type RulesOf = (index: number, speaker: Role) => WordingRules

export function wordingRules(state: FoldState): RulesOf {
  const weight = userWeight(state)
  const isScarce = weight >= SCARCE_USER.weight
  const ordinary = { weight: 1, wholeMessageTokens: isScarce ? 0 : WHOLE_MESSAGE_TOKENS.others }
  const user = { ...ordinary, weight, wholeMessageTokens: WHOLE_MESSAGE_TOKENS.user }
  const scarce = { ...user, weight: SCARCE_USER.first }
  return (index, speaker) => {
    if (speaker !== 'user') return ordinary
    return isScarce && state.tokens[index]! <= SCARCE_USER.mostTokens ? scarce : user
  }
}

function userWeight(state: FoldState): number {
  let assistant = state.assistantTokens
  for (const index of state.standing) if (state.roles[index] === 'assistant') assistant -= state.tokens[index]!
  const user = Math.max(1, budgetedTokens(state) - assistant - state.toolTokens)
  return Math.min(USER_WEIGHT.most, Math.max(1, USER_WEIGHT.base * Math.sqrt(assistant / user)))
}
