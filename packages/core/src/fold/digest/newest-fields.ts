import type { LedgerItem } from './ledger-items.ts'
import { fieldId, isListed, type Listed, type Priced } from './ledger-price.ts'

/** Weight of a value that replaces a listed one: a reader of the old value alone is misled. */
const CHANGE_WEIGHT = 4

/**
 * Items and waiting items without outdated values: the newest value of a field remains, and weighs more if an older one is
 * listed.
 */
export function newestFields(
  items: readonly LedgerItem[],
  { waiting, listed }: { readonly waiting: readonly Priced[]; readonly listed: Listed },
): { readonly items: readonly LedgerItem[]; readonly waiting: readonly Priced[] } {
  const newest = new Map<number, LedgerItem>()
  for (const item of items) if (item.field !== undefined) newest.set(item.field, item)
  const isNewest = ({ field, message, text }: LedgerItem): boolean => {
    const last = field === undefined ? undefined : newest.get(field)
    return last === undefined || last.message === message || last.text === text
  }
  const changed = (item: LedgerItem): LedgerItem =>
    item.field !== undefined && listed.has(fieldId(item.field)) && !isListed(item, listed)
      ? { ...item, weight: Math.max(CHANGE_WEIGHT, item.weight) }
      : item
  return { items: items.filter(isNewest).map(changed), waiting: waiting.filter(({ item }) => isNewest(item)) }
}
