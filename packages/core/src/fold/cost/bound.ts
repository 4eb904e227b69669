import { genreOf } from '../genre.ts'
import type { Policy } from '../policy.ts'
import type { Source } from '../source.ts'
import type { FoldState } from '../state.ts'
import { systemPrefixTokens } from '../system-prefix.ts'
import { type Costs, noneShared, oursShared, paidUntil } from './bill.ts'
import { isFree } from './cost-state.ts'
import { justCached, LOWEST_READ, type PriceModel, priceOf } from './price-models.ts'
import { directTokens, growthOf, requestTokens } from './request-tokens.ts'
import { costOfWaiting, isTooShort, reserveOf } from './too-short.ts'

/** A request after a fold, without its new messages: tokens that it shares with the previous request, and all its tokens. */
export interface Prospect {
  readonly shared: number
  readonly total: number
}

/**
 * One price model with the costs so far, the cost of the next request unchanged (`kept`), and its cost without folds
 * (`direct`).
 */
interface Outlook {
  readonly model: PriceModel
  readonly paid: Costs
  readonly kept: number
  readonly direct: number
}

/** Budget of a fold, and the request that it is compared with. */
export interface Terms {
  /** Share of the session's earnings. Default: that of the policy. */
  readonly earned?: number
  /** The request after another fold. Default: no fold. */
  readonly instead?: Prospect
}

/**
 * True if the bill allows a fold that leads to this request. docs/money.md, "The provider's bill", defines the bound.
 */
export function bearsFold(source: Source, prospect: Prospect, terms: Terms = {}): boolean {
  const { state, policy } = source
  return (
    staysBounded(source, prospect) &&
    (state.cache.isCold ||
      outlooksOf(state).every(
        (outlook) => outlook.model.isUnlikely || pays(state, policy, outlook, { ...prospect, ...terms }),
      ))
  )
}

/** True if a request with these `shared` and `total` tokens keeps the bill within its bound. */
export function staysBounded(source: Source, prospect: Prospect): boolean {
  const { state, policy } = source
  if (fallsBelowCache(state, policy, prospect.total)) return false
  const reserves = reserveOf(source, prospect.total)
  return outlooksOf(state).every(
    (outlook, place) =>
      isBounded(state, policy, outlook, { ...prospect, reserve: reserves[place] }) &&
      outlook.paid.ours + priceOf(outlook.model, prospect.shared, prospect.total) <= mostAtEnd(state, policy, outlook),
  )
}

/**
 * True if a request of `tokens` is below the cacheable minimum, the unfolded request would be cached, and the bill has too
 * little left to pay for the folded one until it is cached as well.
 */
export function fallsBelowCache(state: FoldState, policy: Policy, tokens: number): boolean {
  if (state.cache.isUncached) return false
  return outlooksOf(state).some((outlook) => {
    const { model, paid } = outlook
    if (model.isUnlikely || !isTooShort(state, policy, model, tokens)) return false
    const left = mostOf(state, policy, outlook) - paid.ours
    const share = Math.min(1, policy.bill.waiting * Math.max(0, model.read - LOWEST_READ))
    return costOfWaiting(state, model, tokens, policy.bill.growth) >= share * left
  })
}

/**
 * True if digests have to be given up, and the bill allows it. They have to be if one of these holds:
 * - the folded request is below the cacheable minimum, the unfolded one would be cached, and waiting costs too much;
 * - the bill would not allow giving them up later.
 */
export function bearsUnfolding(source: Source): boolean {
  const { state, policy } = source
  if (isFree(state) || state.cache.isUncached) return false
  const isLate = fallsBelowCache(state, policy, requestTokens(state))
  const outlooks = outlooksOf(state)
  const reserves = reserveOf(source, requestTokens(state))
  const waits = (outlook: Outlook, place: number): boolean =>
    outlook.paid.ours + outlook.kept + reserves[place]! <= mostOf(state, policy, outlook)
  if (!isLate && outlooks.every(waits)) return false
  const all = { shared: systemPrefixTokens(state), total: directTokens(state) }
  return outlooks.every((outlook) => isBounded(state, policy, outlook, all) || isCheaperThanWaiting(state, outlook))
}

/**
 * True if sending the unfolded history until the folded one is cacheable costs less than paying for the folded one in full at
 * each turn. Once the bill has no room for the former, the latter exceeds the bound as well.
 */
function isCheaperThanWaiting(state: FoldState, { model }: Outlook): boolean {
  const { read, write, leastTokens } = model
  const now = requestTokens(state)
  if (now >= justCached(leastTokens)) return false
  // At the least cost of waiting: nothing that is said until then is folded.
  return (write - read) * directTokens(state) < costOfWaiting(state, model, now, 1)
}

/** Fresh tokens that the next request may have in addition to its unchanged ones. Infinity if nothing bounds the bill. */
export function spareTokens(source: Source): number {
  const { state, policy } = source
  const reserves = reserveOf(source, requestTokens(state))
  let spare = Number.POSITIVE_INFINITY
  for (const [place, { model, paid, kept, direct }] of outlooksOf(state).entries()) {
    const outlook = { model, paid, direct }
    const reserved = mostOf(state, policy, outlook) - reserves[place]!
    const left = Math.min(reserved, mostAtEnd(state, policy, outlook)) - paid.ours - kept
    spare = Math.min(spare, left / model.write)
  }
  return spare
}

function outlooksOf(state: FoldState): Outlook[] {
  if (isFree(state)) return []
  const isMoved = state.foldedAt === state.keys.length
  return state.priceModels.map((model, place) => {
    const bill = state.bills[place]!
    const total = requestTokens(state)
    return {
      model,
      paid: paidUntil(bill, state.cache.wasMissed),
      kept: priceOf(model, isMoved ? state.foldShared : oursShared(state, bill), total),
      direct: priceOf(model, noneShared(state, bill), directTokens(state)),
    }
  })
}

/** Largest costs allowed after this request, whenever the conversation stops. */
function mostOf(state: FoldState, { bill }: Policy, { model, paid, direct }: Omit<Outlook, 'kept'>): number {
  const advance = state.cache.isCold ? bill.coldAdvance : bill.advance
  return bill.stop * (paid.none + direct) + advance * model.write * directTokens(state)
}

/** Largest costs allowed after a request that is dearer than necessary: the conversation may end with it. */
function mostAtEnd(state: FoldState, policy: Policy, outlook: Omit<Outlook, 'kept'>): number {
  const most = mostOf(state, policy, outlook)
  return state.cache.isCold ? most : Math.min(most, policy.bill.dearest * (outlook.paid.none + outlook.direct))
}

/** `reserve`: costs that must remain for later requests. */
function isBounded(
  state: FoldState,
  policy: Policy,
  outlook: Outlook,
  { shared, total, reserve = 0 }: Prospect & { readonly reserve?: number | undefined },
): boolean {
  return outlook.paid.ours + priceOf(outlook.model, shared, total) + reserve <= mostOf(state, policy, outlook)
}

/** True if the session's earnings cover the cost of the fold, or later turns soon earn it back. */
function pays(
  state: FoldState,
  policy: Policy,
  outlook: Outlook,
  { shared, total, earned: share = policy.bill.earned, instead }: Prospect & Terms,
): boolean {
  const { bill, objective } = policy
  const { model, paid, direct } = outlook
  const kept = instead ? priceOf(model, instead.shared, instead.total) : outlook.kept
  const extra = priceOf(model, shared, total) - kept
  const now = instead?.total ?? requestTokens(state)
  if (shared < model.leastTokens && now < bill.outgrown * total) return false
  // On average a request does not end at a step of the cache.
  const later = (tokens: number): number => priceOf({ ...model, step: 1 }, tokens, tokens + growthOf(state))
  // Folded text may have to be recalled.
  const { usual, records } = bill.recallTokens
  const expected = genreOf(state, policy) === 'records' ? records : usual
  const recalled = state.boundary > state.systemEnd ? 0 : expected
  const gain = later(now) - later(total) - model.write * recalled
  const earned = Math.max(0, paid.none + direct - paid.ours - kept)
  const soon = Math.max(bill.costWithin, bill.costAge * state.turn)
  if (objective === 'cost' && extra > (gain > 0 ? soon : bill.lasting) * gain) return false
  return extra <= share * earned + (gain > 0 ? bill.within * state.turn : bill.lasting) * gain
}
