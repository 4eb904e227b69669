import type { Usage } from '@pleat/core'
import type { ConversationFacts, OpaqueFacts } from '../compression/compression-port.ts'
import type { Provider } from '../config/providers.ts'
import type { PriceModel } from '../config/upstream-route.ts'
import type { Clock } from '../ports.ts'
import type { DirectBills } from './direct-bills.ts'
import type { Exchange } from './exchange.ts'
import type { TurnBill } from './turn-port.ts'

export interface TurnBillDeps {
  readonly bills: DirectBills
  /** Price model for cached input of each upstream, by name. */
  readonly upstreamPrices: ReadonlyMap<string, PriceModel>
  readonly clock: Clock
}

/** A request whose response may have reported its usage. */
export interface AnsweredTurn {
  readonly provider: Provider
  readonly facts: ConversationFacts | OpaqueFacts
  readonly usage: Usage | undefined
}

/** Returns the provider's bill of a request with the estimate for its original. Null if the response reported no usage. */
export function billTurn(
  { bills, upstreamPrices, clock }: TurnBillDeps,
  { caller, figures, upstream = '', model = '' }: Exchange,
  { provider, facts, usage }: AnsweredTurn,
): TurnBill | null {
  if (!caller || usage === undefined || facts.kind !== 'conversation') return null
  const savedTokens = figures.original - figures.optimized
  const hasCache = upstreamPrices.get(upstream) !== 'none' && facts.cacheTerms.caching.kind !== 'none'
  return bills.compare({ facts, model, provider, usage, savedTokens, hasCache, at: clock.now() })
}
