import type { Caching } from '../../caching.ts'
import { ascii, type Codec, flag, listOf, madeAgain, number, oneOf, optional, recordOf } from '../snapshot/codec.ts'
import type { CacheSign } from './cache-sign.ts'
import type { Bill, CostState, Costs, SharedTokens } from './cost-state.ts'
import { type PriceModel, priceModelsOf } from './price-models.ts'

const caching = recordOf<Caching>({
  kind: oneOf<Caching['kind']>(['automatic', 'asked', 'unasked', 'none']),
  read: optional(number),
  write: number,
  leastTokens: number,
  step: optional(number),
})
const costs = recordOf<Costs>({ ours: number, none: number })
const bill = recordOf<Bill>({
  ours: number,
  none: number,
  newest: recordOf<Bill['newest']>({ read: costs, missed: costs }),
  oursSent: number,
  noneSent: number,
})
const sign = recordOf<CacheSign>({
  at: number,
  isCold: flag,
  wasMissed: flag,
  isUncached: optional(flag),
  isCached: optional(flag),
})

const fields = recordOf<CostState>({
  caching,
  priceModels: madeAgain((): readonly PriceModel[] => []),
  bills: listOf(bill),
  cache: sign,
  cacheKey: ascii,
  foldedAt: number,
  foldShared: number,
  edit: optional(recordOf<SharedTokens>({ ours: optional(number), none: number })),
  newTokens: number,
  newestAt: number,
  newestFor: ascii,
})

/** The bills, with the prices that follow from the provider's caching. */
export const COST: Codec<CostState> = {
  write: fields.write,
  read(from) {
    const state = fields.read(from)
    return { ...state, priceModels: priceModelsOf(state.caching) }
  },
}
