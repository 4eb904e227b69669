import type { FoldState } from './state.ts'
import { tailTokens } from './tail.ts'

/** How a provider prices input: tokens it had before, tokens that are new, and from how many its cache works at all. */
export interface PriceModel {
  /** Relative to the list price of a fresh token. */
  readonly read: number
  readonly write: number
  readonly leastCached: number
}

/**
 * Caches that write for nothing and caches that are paid for, from the first token and from the usual least size on. A bill
 * is linear in the prices, so what holds at these corners holds between them; and at a smaller discount what is left out
 * is only worth more.
 */
export const PRICE_MODELS: readonly PriceModel[] = [
  { read: 0.1, write: 1, leastCached: 0 },
  { read: 0.1, write: 1, leastCached: 1024 },
  { read: 0.1, write: 1.25, leastCached: 0 },
  { read: 0.1, write: 1.25, leastCached: 1024 },
]

/** What one history has cost so far under one price model, in fresh tokens: as it was sent, and had it been left alone. */
export interface Bill {
  ours: number
  none: number
  /** Tokens of the newest request of each. */
  oursSent: number
  noneSent: number
}

export function createBills(): Bill[] {
  return PRICE_MODELS.map(() => ({ ours: 0, none: 0, oursSent: 0, noneSent: 0 }))
}

/** Price of a request of `total` tokens whose first `shared` are those of the request before it. */
export function priceOf(model: PriceModel, shared: number, total: number): number {
  // Caches that work by themselves go by blocks of 128.
  const block = model.leastCached > 0 ? 128 : 1
  const hit = shared >= model.leastCached ? Math.floor(Math.min(shared, total) / block) * block : 0
  return model.read * hit + model.write * (total - hit)
}

/** Adds one request to the bills. `newest` are the tokens of its new messages, as they came and as they are sent. */
export function pay(state: FoldState, newest: { readonly came: number; readonly sent: number }): void {
  const ours = sentTokens(state) + newest.sent
  const none = state.historyTokens + newest.came
  for (const [index, model] of PRICE_MODELS.entries()) {
    const bill = state.bills[index]!
    bill.ours += priceOf(model, sharedWithLast(state, bill), ours)
    bill.none += priceOf(model, bill.noneSent, none)
    bill.oursSent = ours
    bill.noneSent = none
  }
}

/** Digests, what stands between them, and the tail: what goes out before the new messages. */
function sentTokens(state: FoldState): number {
  return state.digestTokens + state.standingTokens + tailTokens(state)
}

function sharedWithLast(state: FoldState, bill: Bill): number {
  return state.foldedAt === state.keys.length ? state.digestTokens - (state.digests.at(-1)?.tokens ?? 0) : bill.oursSent
}

/**
 * Tokens that this request may newly send beside the `shared` and `kept` ones without the bill, were the session to end
 * right after it, being above `bound` times the bill without folding; and without later turns costing more than they
 * would, where what is left is too short for the cache. The least over the price models; below 0 when there is no room.
 */
export function affordable(
  state: FoldState,
  bound: number,
  sending: { readonly shared: number; readonly kept: number },
): number {
  let room = Number.POSITIVE_INFINITY
  for (const [index, model] of PRICE_MODELS.entries()) {
    const bill = state.bills[index]!
    const none = bill.none + priceOf(model, bill.noneSent, state.historyTokens)
    const fixed = priceOf(model, sending.shared, sending.shared + sending.kept)
    room = Math.min(room, (bound * none - bill.ours - fixed) / model.write)
    room = Math.min(room, steadyRoom(model, state.historyTokens, sending.shared + sending.kept))
  }
  return room
}

/**
 * Below the cache's least size every turn pays in full what a longer request would have at a discount, and so do all the
 * turns after it until the request has grown: then it has to be short enough to be cheaper all the same.
 */
function steadyRoom(model: PriceModel, history: number, sent: number): number {
  return sent >= model.leastCached ? Number.POSITIVE_INFINITY : (model.read * history) / model.write - sent
}

/** Tokens that keep a request above the least size of every cache, with a margin for the difference between counters. */
export const LEAST_CACHED_TOKENS = 1.08 * Math.max(...PRICE_MODELS.map((model) => model.leastCached))
