import { z } from 'zod'
import { type KeyLimits, NO_LIMITS, type SpendingPeriod } from '../key-limits.ts'
import { toCents } from '../money/cents.ts'
import type { Balance } from '../money/ledger-port.ts'
import { windowAt } from '../money/spending-window.ts'
import type { UsageSums } from '../money/usage-port.ts'
import { ACCOUNT } from './account-schemas.ts'
import { CENTS, TIER_LABEL, TIER_LABELS, TIME } from './field.ts'
import { KEY, SPENDING_LIMIT, SPENT_THIS_MONTH, SPENT_TODAY } from './key-schemas.ts'
import { MONEY_FIELDS, moneyFields } from './money-fields.ts'
import { USAGE } from './usage-schemas.ts'

const SUMS = USAGE.pick({ requests: true, original_tokens: true, optimized_tokens: true, saved_tokens: true })
  .extend(MONEY_FIELDS)
  .meta({ id: 'UsageSums' })

/** An account as the holder of one of its keys sees it. */
export const OWN_ACCOUNT = ACCOUNT.pick({ account: true, plan: true, budget_cents: true })
  .extend({
    tier_label: TIER_LABEL,
    owed_cents: ACCOUNT.shape.owed_cents.optional().describe('Present on plan pro, and if an amount is owed.'),
    key: z
      .object({
        id: z.string(),
        expires_at: TIME.nullable().describe('For a replaced key: the end of its grace period.'),
        models: KEY.shape.models,
        spending_limit: SPENDING_LIMIT.extend({ spent_cents: CENTS, resets_at: TIME }).nullable(),
        spent_today_cents: SPENT_TODAY,
        spent_month_cents: SPENT_THIS_MONTH,
      })
      .describe('The key of this request.'),
    usage: z
      .object({ today: SUMS.describe('The current day in UTC.'), total: SUMS })
      .describe('Usage of all keys of the account, transcripts included.'),
  })
  .meta({ id: 'OwnAccount' })

/** The key of a request, and its spending in micro-cents. */
export interface OwnKey {
  readonly keyId: string
  readonly limits: KeyLimits | null
  readonly spent: Readonly<Record<SpendingPeriod, number>>
  readonly now: number
}

/** An account in the format of `GET /v1/account`. */
export function ownAccountRow(shown: {
  accountName: string
  balance: Balance
  today: UsageSums
  total: UsageSums
  key: OwnKey
}): z.output<typeof OWN_ACCOUNT> {
  const { accountName, balance, today, total } = shown
  const { plan, budgetMicroCents, owedMicroCents } = balance
  return {
    account: accountName,
    plan,
    tier_label: TIER_LABELS[plan],
    budget_cents: toCents(budgetMicroCents),
    ...((plan === 'pro' || owedMicroCents > 0) && { owed_cents: toCents(owedMicroCents) }),
    key: keyRow(shown.key),
    usage: { today: sumsRow(today), total: sumsRow(total) },
  }
}

function sumsRow(sums: UsageSums): z.output<typeof SUMS> {
  const { requests, originalTokens, optimizedTokens } = sums
  return {
    requests,
    original_tokens: originalTokens,
    optimized_tokens: optimizedTokens,
    saved_tokens: originalTokens - optimizedTokens,
    ...moneyFields(sums),
  }
}

function keyRow({ keyId, limits, spent, now }: OwnKey): z.output<typeof OWN_ACCOUNT>['key'] {
  const { expiresAt, models, spending } = limits ?? NO_LIMITS
  return {
    id: keyId,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    models: [...models],
    spending_limit: spending && {
      cents: toCents(spending.microCents),
      period: spending.period,
      spent_cents: toCents(spent[spending.period]),
      resets_at: new Date(windowAt(spending.period, now).endsAt).toISOString(),
    },
    spent_today_cents: toCents(spent.day),
    spent_month_cents: toCents(spent.month),
  }
}
