import { windowAt } from './spending-window.ts'
import type { UsageStore } from './usage-port.ts'

/** The provider's bill of keys, in micro-cents by key id. Keys without a bill are absent. */
export interface KeyBills {
  readonly today: ReadonlyMap<string, number>
  readonly thisMonth: ReadonlyMap<string, number>
}

export const NO_BILLS: KeyBills = { today: new Map(), thisMonth: new Map() }

/** Reads the bills of the current UTC day and month, of these keys or of all. */
export async function readKeyBills(
  usage: Pick<UsageStore, 'bills'>,
  now: number,
  keyIds?: readonly string[],
): Promise<KeyBills> {
  const [today, thisMonth] = await Promise.all([
    usage.bills(windowAt('day', now), keyIds),
    usage.bills(windowAt('month', now), keyIds),
  ])
  return { today, thisMonth }
}
