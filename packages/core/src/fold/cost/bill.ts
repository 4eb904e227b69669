import type { FoldState } from '../state.ts'
import type { Bill, Costs } from './cost-state.ts'
import { priceOf } from './price-models.ts'
import { directTokens, requestTokens } from './request-tokens.ts'

export type { Costs } from './cost-state.ts'

/**
 * Costs of all requests up to the newest one, by its receipt. A request that missed the cache would have missed it unfolded
 * too.
 */
export function paidUntil({ ours, none, newest }: Bill, wasMissed: boolean): Costs {
  const last = wasMissed ? newest.missed : newest.read
  return { ours: ours + last.ours, none: none + last.none }
}

/**
 * Adds a request to the bills when its new messages become history. `moved`: tokens at its start that it shares with the
 * previous request, if a fold changed the rest. Otherwise undefined.
 */
export function pay(state: FoldState, moved: number | undefined): void {
  const oursSent = requestTokens(state)
  const noneSent = directTokens(state)
  for (const [index, model] of state.priceModels.entries()) {
    const bill = state.bills[index]!
    state.bills[index] = {
      ...paidUntil(bill, state.cache.wasMissed),
      newest: {
        read: {
          ours: priceOf(model, moved ?? oursShared(state, bill), oursSent),
          none: priceOf(model, noneShared(state, bill), noneSent),
        },
        missed: { ours: priceOf(model, 0, oursSent), none: priceOf(model, 0, noneSent) },
      },
      oursSent,
      noneSent,
    }
  }
  state.edit = undefined
}

/** Tokens that the next request shares with the previous one, unless a fold changes them. */
export function oursShared({ edit }: Pick<FoldState, 'edit'>, { oursSent }: Bill): number {
  return Math.min(oursSent, edit?.ours ?? oursSent)
}

/** Tokens that the client's next request shares with its previous one. */
export function noneShared({ edit }: Pick<FoldState, 'edit'>, { noneSent }: Bill): number {
  return Math.min(noneSent, edit?.none ?? noneSent)
}

/**
 * Tokens at the start of the next request that it shares with the previous one: all of the previous request, unless a
 * fold or an edit came between.
 */
export function sharedTokens(state: FoldState): number {
  const isMoved = state.foldedAt === state.keys.length
  const shared = isMoved ? state.foldShared : requestTokens(state)
  return Math.min(shared, state.edit?.ours ?? shared)
}
