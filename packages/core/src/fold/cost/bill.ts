import type { Policy } from '../policy.ts'
import type { FoldState } from '../state.ts'
import { tailTokens } from '../tail.ts'
import type { Bill, Costs } from './cost-state.ts'
import { PRICE_MODELS, priceOf } from './price-models.ts'

/** Everything paid until now, as the newest receipt has it: a request that missed the cache would have done so unfolded too. */
function paid({ ours, none, newest }: Bill, wasMissed: boolean): Costs {
  const last = wasMissed ? newest.missed : newest.read
  return { ours: ours + last.ours, none: none + last.none }
}

/** Adds one request to the bills. `newest` are the tokens of its new messages, as they came and as they are sent. */
export function pay(state: FoldState, newest: { readonly came: number; readonly sent: number }): void {
  const oursSent = sentTokens(state) + newest.sent
  const noneSent = state.historyTokens + newest.came
  const isFolded = state.foldedAt === state.keys.length
  for (const [index, model] of PRICE_MODELS.entries()) {
    const bill = state.bills[index]!
    const shared = isFolded ? sharedTokens(state) : bill.oursSent
    state.bills[index] = {
      ...paid(bill, state.cache.wasMissed),
      newest: {
        read: { ours: priceOf(model, shared, oursSent), none: priceOf(model, bill.noneSent, noneSent) },
        missed: { ours: priceOf(model, 0, oursSent), none: priceOf(model, 0, noneSent) },
      },
      oursSent,
      noneSent,
    }
  }
}

/** Digests, what stands between them, and the tail: what goes out before the new messages. */
function sentTokens(state: FoldState): number {
  return state.digestTokens + state.standingTokens + tailTokens(state)
}

/** Tokens of what stands at the start of the messages as it stood in the request before: all of it, but after a fold. */
export function sharedTokens(state: FoldState): number {
  if (state.foldedAt !== state.keys.length) return sentTokens(state)
  const from = state.digests.at(-2)?.to ?? state.lead
  return state.digestTokens - (state.digests.at(-1)?.tokens ?? 0) + unmovedTokens(state, from)
}

/** Tokens of the standing messages that a fold of what comes from `from` on leaves where they are in the request. */
export function unmovedTokens({ standing, sent }: FoldState, from: number): number {
  let end = from
  while (standing.has(end)) end++
  let tokens = 0
  for (const index of standing) if (index < end) tokens += sent[index]!
  return tokens
}

/**
 * Tokens that this request may newly send beside the `shared` and `kept` ones without the bill, were the session to end
 * right after it, being above `costBound` times the bill without folding; and without later turns costing more than they
 * would, where what is left and the digest, of which there is room for `most`, are too short for the cache. The least over
 * the price models; below 0 when there is no room.
 * Into a cold cache a fold costs nothing more; should it not be cold after all, all such folds together have cost at most
 * `costSlack` of one request at its full price.
 */
export function affordable(
  state: FoldState,
  policy: Pick<Policy, 'costBound' | 'costSlack'>,
  sending: { readonly shared: number; readonly kept: number; readonly most?: number },
): number {
  const { isCold, wasMissed, isLong } = state.cache
  let room = Number.POSITIVE_INFINITY
  for (const [index, model] of PRICE_MODELS.entries()) {
    if (model.isLong && !isLong) continue
    const bill = state.bills[index]!
    const before = paid(bill, wasMissed)
    const alone = priceOf(model, bill.noneSent, state.historyTokens)
    const allowed =
      policy.costBound * (before.none + alone) + (isCold ? policy.costSlack * model.write * state.historyTokens : 0)
    const fixed = priceOf(model, sending.shared, sending.shared + sending.kept)
    room = Math.min(room, (allowed - before.ours - fixed) / model.write)
  }
  const filled = FILLED_SHARE * Math.max(0, Math.min(room, sending.most ?? 0))
  return Math.min(room, steadyRoom(state, sending.shared + sending.kept + filled) + filled)
}

/** A digest fills nearly all of its room. */
const FILLED_SHARE = 0.8

/**
 * Below the cache's least size every turn pays in full what a longer request would have at a discount, and so do all the
 * turns after it until the request has grown: then it has to be short enough to be cheaper all the same.
 */
function steadyRoom({ cache, historyTokens }: FoldState, sent: number): number {
  let room = Number.POSITIVE_INFINITY
  if (cache.isUnused) return room
  for (const { read, write, leastCached, isLong } of PRICE_MODELS) {
    if (isLong && !cache.isLong) continue
    if (sent < leastCached) room = Math.min(room, (read * historyTokens) / write - sent)
  }
  return room
}
