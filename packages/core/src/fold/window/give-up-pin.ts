import type { Source } from '../source.ts'

/**
 * Takes back one pin, so that the next fold puts its message into other words; false where there is none. Documents go
 * first, the oldest before the others, then the longest: instructions are short.
 */
export function giveUpPin({ state }: Source): boolean {
  const longest = [...state.standing].sort((a, b) => state.sent[b]! - state.sent[a]! || a - b)[0]
  const index = state.handedOver[0] ?? longest
  if (index === undefined) return false
  state.standing.delete(index)
  state.standingTokens -= state.sent[index]!
  state.exemptTokens = Math.min(state.exemptTokens, state.standingTokens)
  state.handedOver = state.handedOver.filter((each) => each !== index)
  state.givenUp.add(index)
  return true
}
