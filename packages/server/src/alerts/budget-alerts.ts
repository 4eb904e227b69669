import type { KeyRow } from '../gate/key-port.ts'
import type { Account } from '../money/account.ts'
import { toCents } from '../money/cents.ts'
import type { KeyBills } from '../money/key-bills.ts'
import { windowAt } from '../money/spending-window.ts'
import type { Alert } from './alert.ts'

/** Shares of a limit at which an alert is sent, 0 to 1, in rising order. */
export type Thresholds = readonly number[]

/** Alerts for keys that have spent a share of their limit in the current day or month. */
export function spendingAlerts(
  keys: readonly KeyRow[],
  { bills, thresholds, now }: { readonly bills: KeyBills; readonly thresholds: Thresholds; readonly now: number },
): readonly Alert[] {
  return keys.flatMap((key): Alert[] => {
    const { spending, revokedAt } = key
    if (spending === null || spending.microCents === 0 || revokedAt !== null) return []
    const { period, microCents: limit } = spending
    const spent = (period === 'day' ? bills.today : bills.thisMonth).get(key.id) ?? 0
    const reached = highest(thresholds, spent / limit)
    if (reached === undefined) return []
    const window = windowAt(period, now)
    const percent = Math.floor((100 * spent) / limit)
    const amounts = `${toCents(spent)} of ${toCents(limit)} cents`
    return [
      {
        kind: 'spending_limit',
        severity: spent >= limit ? 'critical' : 'warning',
        key: `spending_limit ${key.id} ${limit} ${window.fromDay} ${period} ${reached}`,
        quietMs: undefined,
        message: `key ${key.preview}... of ${key.accountName} has spent ${amounts} this ${period} (${percent} % of its limit)`,
        data: {
          key_id: key.id,
          key_preview: key.preview,
          account: key.accountName,
          tags: key.tags,
          period,
          spent_cents: toCents(spent),
          limit_cents: toCents(limit),
          percent,
          threshold_percent: percentOf(reached),
          resets_at: new Date(window.endsAt).toISOString(),
        },
      },
    ]
  })
}

/** An account that pays from a budget, and its budget after the last grant. */
export interface BudgetedAccount {
  readonly account: Pick<Account, 'id' | 'name' | 'budgetMicroCents'>
  readonly grantedMicroCents: number
  /** Sequence number of the grant in the ledger. Each grant can cause its own alerts. */
  readonly grant: number
}

/** Alerts for accounts that have used a share of their budget for transcript views. */
export function budgetAlerts(accounts: readonly BudgetedAccount[], thresholds: Thresholds): readonly Alert[] {
  return accounts.flatMap(({ account, grantedMicroCents, grant }): Alert[] => {
    if (grantedMicroCents <= 0) return []
    const used = grantedMicroCents - account.budgetMicroCents
    const reached = highest(thresholds, used / grantedMicroCents)
    if (reached === undefined) return []
    const left = toCents(account.budgetMicroCents)
    const percent = Math.floor((100 * used) / grantedMicroCents)
    return [
      {
        kind: 'tul1_budget',
        severity: account.budgetMicroCents <= 0 ? 'critical' : 'warning',
        key: `tul1_budget ${account.id} ${grant} ${reached}`,
        quietMs: undefined,
        message: `account ${account.name} has ${left} cents left for transcript views (${percent} % of its budget used)`,
        data: {
          account: account.name,
          left_cents: left,
          granted_cents: toCents(grantedMicroCents),
          percent,
          threshold_percent: percentOf(reached),
        },
      },
    ]
  })
}

function highest(thresholds: Thresholds, share: number): number | undefined {
  return thresholds.findLast((threshold) => share >= threshold)
}

function percentOf(threshold: number): number {
  return Math.round(threshold * 10_000) / 100
}
