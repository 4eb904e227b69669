import type { Steps } from '../run-steps.ts'
import { budgetNow } from './budget-now.ts'
import { bearsFold, bearsUnfolding, type Prospect } from './cost/bound.ts'
import { isFree } from './cost/cost-state.ts'
import { movesFile } from './cost/moved-files.ts'
import { requestTokens } from './cost/request-tokens.ts'
import type { Genre } from './genre.ts'
import { dropThinking, lastLostThinking } from './lost-thinking.ts'
import { spanOf } from './prospect.ts'
import type { Source } from './source.ts'
import { systemPrefixTokens } from './system-prefix.ts'
import { unfold } from './unfold.ts'

/** True if digests have to be given up (`bearsUnfolding`), and all thinking that this invalidates can be dropped. */
export function isUnfoldingDue(source: Source): boolean {
  const { transcript, state } = source
  if (state.boundary === state.systemEnd || !bearsUnfolding(source)) return false
  return lastLostThinking(transcript, state.systemEnd, state.keys.length) < 0
}

/** Sends everything unfolded from now on, without the thinking that was signed after digests. */
export function* giveUpDigests(source: Source): Steps<void> {
  const { state } = source
  yield* unfold(source)
  for (let i = state.systemEnd; i < state.keys.length; i++) dropThinking(source, i)
}

/** True if the digests of a chat exceed the target of one digest of the whole history, and the bill allows writing that digest. */
export function isAnewDue(source: Source, genre: Genre): boolean {
  const { transcript, state, policy } = source
  if (genre !== 'chat' || isFree(state) || state.digests.length < 2) return false
  if (movesFile(source, state.systemEnd)) return false
  if (lastLostThinking(transcript, state.systemEnd, state.keys.length) >= 0) return false
  const anew = { ...source, state: { ...state, digests: [], digestTokens: 0, boundary: state.systemEnd } }
  const rewritten = withOneMoreDigest(anew, genre)
  if (state.digestTokens <= policy.bill.anewAfter * rewritten.tokens) return false
  // A rewrite of all digests has to be better than one more digest.
  const { shared, total } = withOneMoreDigest(source, genre)
  const instead = { shared, total: Math.min(total, requestTokens(state)) }
  return bearsFold(source, rewritten, { earned: policy.bill.anewEarned, instead })
}

/** The request after one more digest of the whole tail, and the tokens of that digest. */
function withOneMoreDigest(source: Source, genre: Genre): Prospect & { readonly tokens: number } {
  const { state } = source
  const budget = budgetNow(source, genre)
  const { tokens } = budget.digestRoom(budget.keptTokens, spanOf(source, state.keys.length, []))
  const shared = systemPrefixTokens(state) + state.digestTokens
  return { tokens, shared, total: shared + tokens + state.standingTokens + budget.keptTokens }
}

/**
 * Gives up all digests, and lets `fold` write one digest of the whole history. Restores the state and returns false if that
 * fails.
 */
export function* beginAnew(source: Source, fold: () => Steps<boolean>): Steps<boolean> {
  const { state } = source
  const before = { ...state, sent: [...state.sent], dropped: new Map(state.dropped) }
  yield* giveUpDigests(source)
  if (yield* fold()) return true
  Object.assign(state, before)
  return false
}
