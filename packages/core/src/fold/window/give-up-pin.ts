import type { Source } from '../source.ts'

/**
 * Removes one pin, so that the next fold abridges its message. Returns false if there is none. Documents are removed first, the
 * oldest before the others, then the longest messages: instructions are short.
 */
export function giveUpPin({ state }: Source): boolean {
  const longest = [...state.standing].sort((a, b) => state.sent[b]! - state.sent[a]! || a - b)[0]
  const index = state.documents[0] ?? longest
  if (index === undefined) return false
  // An example is a message with its answer. An answer is never kept without its question: it could become the first message.
  const isAnswer = state.roles[index] === 'assistant'
  const pair = isAnswer ? index - 1 : index + 1
  const isThere = isAnswer ? state.standing.has(pair) : pair < state.roles.length
  const isPair = isThere && state.roles[pair] !== state.roles[index]
  for (const each of isPair ? [index, pair] : [index]) {
    if (state.standing.delete(each)) state.standingTokens -= state.sent[each]!
    state.givenUp.add(each)
  }
  state.exemptTokens = Math.min(state.exemptTokens, state.standingTokens)
  state.documents = state.documents.filter((each) => state.standing.has(each))
  return true
}
