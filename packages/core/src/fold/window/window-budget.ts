import { type Budget, MAX_KEPT_MESSAGES } from '../budget.ts'
import type { Source } from '../source.ts'

/** The usual budget, limited to `tokens` for digests and tail together. Digests are not abridged later. */
export function budgetWithin(usual: Budget, { state, policy }: Source, tokens: number): Budget {
  const { kept, userShare } = policy.window
  return {
    isDue: true,
    isForced: true,
    keptTokens: Math.min(kept.share * tokens, kept.mostTokens),
    keptMessages: MAX_KEPT_MESSAGES,
    digestRoom: (keptTokens, span) => {
      const room = usual.digestRoom(keptTokens, span)
      const left = Math.max(0, tokens - keptTokens - state.digestTokens)
      const most = Math.min(room.tokens, left)
      return { tokens: most, forUser: Math.min(room.forUser, userShare * most) }
    },
  }
}
