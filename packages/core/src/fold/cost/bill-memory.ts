import { PRICE_MODELS } from './price-models.ts'

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

/** A price with folding and without. */
export interface Costs {
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
