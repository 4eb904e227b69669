import type { Policy } from '../policy.ts'
import type { FoldState } from '../state.ts'
import { tailTokens } from '../tail.ts'

/** How a provider prices input: tokens it had before, tokens that are new, and from how many its cache works at all. */
export interface PriceModel {
  /** Relative to the list price of a fresh token. */
  readonly read: number
  readonly write: number
  readonly leastCached: number
  /** Holds only while what is written is asked to stay for long. */
  readonly isLong: boolean
}

/**
 * Caches that write for nothing and caches that are paid for, from the first token and from the usual least size on. A bill
 * is linear in the prices, so what holds at these corners holds between them; and at a smaller discount what is left out
 * is only worth more.
 */
export const PRICE_MODELS: readonly PriceModel[] = [
  { read: 0.1, write: 1, leastCached: 0, isLong: false },
  { read: 0.1, write: 1, leastCached: 1024, isLong: false },
  { read: 0.1, write: 1.25, leastCached: 0, isLong: false },
  { read: 0.1, write: 1.25, leastCached: 1024, isLong: false },
  { read: 0.1, write: 2, leastCached: 0, isLong: true },
  { read: 0.1, write: 2, leastCached: 1024, isLong: true },
]

/** What one history has cost so far under one price model, in fresh tokens: as it was sent, and had it been left alone. */
export interface Bill {
  /** Of all requests but the newest: whether that one was read from the cache is said by its receipt, which comes later. */
  ours: number
  none: number
  readonly newest: { readonly read: Costs; readonly missed: Costs }
  /** Tokens of the newest request of each. */
  oursSent: number
  noneSent: number
}

interface Costs {
  readonly ours: number
  readonly none: number
}

const NOTHING: Costs = { ours: 0, none: 0 }

export function createBills(): Bill[] {
  return PRICE_MODELS.map(() => ({
    ours: 0,
    none: 0,
    newest: { read: NOTHING, missed: NOTHING },
    oursSent: 0,
    noneSent: 0,
  }))
}

/** Everything paid until now, as the newest receipt has it: a request that missed the cache would have done so unfolded too. */
function paid({ ours, none, newest }: Bill, wasMissed: boolean): Costs {
  const last = wasMissed ? newest.missed : newest.read
  return { ours: ours + last.ours, none: none + last.none }
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
  const isFolded = state.foldedAt === state.keys.length
  return isFolded ? state.digestTokens - (state.digests.at(-1)?.tokens ?? 0) : sentTokens(state)
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

/** The least size from which every cache works. */
const LEAST_CACHED = Math.max(...PRICE_MODELS.map((model) => model.leastCached))
/** Tokens that keep a request above that whatever its model counts, and such that do so where counting is exact. */
export const LEAST_CACHED_TOKENS = 1.08 * LEAST_CACHED
export const JUST_CACHED_TOKENS = 1.015 * LEAST_CACHED
