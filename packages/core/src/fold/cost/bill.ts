import type { FoldState } from '../state.ts'
import type { Bill, Costs } from './cost-state.ts'
import { priceOf } from './price-models.ts'
import { directTokens, requestTokens } from './request-tokens.ts'

export type { Costs } from './cost-state.ts'

/** All that was paid, as the newest receipt has it: a request that missed the cache would have done so unfolded too. */
export function paidUntil({ ours, none, newest }: Bill, wasMissed: boolean): Costs {
  const last = wasMissed ? newest.missed : newest.read
  return { ours: ours + last.ours, none: none + last.none }
}

/**
 * Adds a request to the bills, whose new messages have just become history. `moved`: tokens at its start that the request
 * before it had too; undefined where all of that one still stands.
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

/** Tokens that the request to come shares with the one before, unless a fold changes them. */
export function oursShared({ edit }: Pick<FoldState, 'edit'>, { oursSent }: Bill): number {
  return Math.min(oursSent, edit?.ours ?? oursSent)
}

/** The same of what the client sends. */
export function noneShared({ edit }: Pick<FoldState, 'edit'>, { noneSent }: Bill): number {
  return Math.min(noneSent, edit?.none ?? noneSent)
}

/** Tokens of what stands at the start of the messages as it stood in the request before: all of it, but after a fold or an edit. */
export function sharedTokens(state: FoldState): number {
  const isMoved = state.foldedAt === state.keys.length
  const shared = isMoved ? state.foldShared : requestTokens(state)
  return Math.min(shared, state.edit?.ours ?? shared)
}
