import type { LedgerItem } from './ledger-items.ts'
import { fieldId, isListed, type Listed, type Priced } from './ledger-price.ts'

/** Weight of a value that replaces a listed one: a reader of the old value alone is misled. */
const CHANGE_WEIGHT = 4

/** What ledgers list, and the items without room so far. */
interface Earlier {
  readonly waiting: readonly Priced[]
  readonly listed: Listed
  /** The listed items and fields that ledgers after these items list. */
  readonly later?: ReadonlySet<number> | undefined
}

/**
 * Items and waiting items without outdated values: the newest value of a field remains, and weighs more if an older one is
 * listed.
 */
export function newestFields(
  items: readonly LedgerItem[],
  { waiting, listed, later }: Earlier,
): { readonly items: readonly LedgerItem[]; readonly waiting: readonly Priced[] } {
  const newest = new Map<number, LedgerItem>()
  for (const item of items) if (item.field !== undefined) newest.set(item.field, item)
  const isNewest = ({ field, message, text }: LedgerItem): boolean => {
    const last = field === undefined ? undefined : newest.get(field)
    return last === undefined || last.message === message || last.text === text
  }
  const isChange = (item: LedgerItem): boolean => {
    const id = item.field === undefined ? undefined : fieldId(item.field)
    return id !== undefined && listed.has(id) && !later?.has(id) && !isListed(item, listed)
  }
  const changed = (item: LedgerItem): LedgerItem =>
    isChange(item) ? { ...item, weight: Math.max(CHANGE_WEIGHT, item.weight) } : item
  return { items: items.filter(isNewest).map(changed), waiting: waiting.filter(({ item }) => isNewest(item)) }
}
