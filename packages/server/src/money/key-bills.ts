import { windowAt } from './spending-window.ts'
import type { UsageStore } from './usage-port.ts'

/** What keys have spent of the provider's bill, in micro-cents by key id; keys that have spent nothing are not in it. */
export interface KeyBills {
  readonly today: ReadonlyMap<string, number>
  readonly thisMonth: ReadonlyMap<string, number>
}

/** The bills of the day and of the month in UTC; of one key or of all. */
export async function readKeyBills(usage: Pick<UsageStore, 'bills'>, now: number, keyId?: string): Promise<KeyBills> {
  const [today, thisMonth] = await Promise.all([
    usage.bills(windowAt('day', now).fromDay, keyId),
    usage.bills(windowAt('month', now).fromDay, keyId),
  ])
  return { today, thisMonth }
}
