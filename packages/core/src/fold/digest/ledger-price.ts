import { termId } from '../../words/words.ts'
import type { CountTokens } from '../transcript.ts'
import type { LedgerItem } from './ledger-items.ts'

/** An item with what it costs and what it is worth per token beside the others of its message. */
export interface Priced {
  readonly item: LedgerItem
  readonly tokens: number
  readonly value: number
}

/** Tokens after which what else a message has to offer counts half: a long file may not crowd out ten short answers. */
const HALVING_TOKENS = 400

/**
 * What is needed again is needed as one string: long lines come back no oftener than short ones, so a line of twice the
 * tokens is worth half as much per token. Below the least length nothing is gained any more.
 */
const TYPICAL_TOKENS = 12
const LEAST_TOKENS = 6

/** What tells an item from others: a line is the same line at another indentation. */
export function itemId({ text }: LedgerItem): number {
  return termId(text.trim())
}

/** Ties go to the earlier item, so that the order is the same in every process. */
export function byValue(a: Priced, b: Priced): number {
  return b.value - a.value || a.item.message - b.item.message || a.item.order - b.item.order
}

/**
 * The items of one message that no digest lists yet and that were not `offered` before, best first; notes them as offered.
 */
export function price(
  items: readonly LedgerItem[],
  known: { readonly listed: ReadonlySet<number>; readonly offered: Set<number>; readonly count: CountTokens },
): Priced[] {
  const alone: Priced[] = []
  for (const item of items) {
    const id = itemId(item)
    if (known.listed.has(id) || known.offered.has(id)) continue
    known.offered.add(id)
    const tokens = known.count(item.text) + 1
    alone.push({ item, tokens, value: worthAlone(item, tokens) })
  }
  let before = 0
  return alone.sort(byValue).map(({ item, tokens, value }) => {
    const priced = { item, tokens, value: value / (1 + before / HALVING_TOKENS) }
    before += tokens
    return priced
  })
}

function worthAlone({ weight, isSaid }: LedgerItem, tokens: number): number {
  // A sentence is not asked for by its letters: it says as much more as it is longer.
  return isSaid ? weight : (weight * TYPICAL_TOKENS) / Math.max(LEAST_TOKENS, tokens)
}
