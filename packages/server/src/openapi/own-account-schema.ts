import { z } from 'zod'
import { toCents } from '../money/cents.ts'
import type { Balance } from '../money-ports.ts'
import type { UsageSums } from '../ports.ts'
import { ACCOUNT } from './account-schemas.ts'
import { TIER_LABEL, TIER_LABELS } from './field.ts'
import { USAGE } from './usage-schemas.ts'

const SUMS = USAGE.pick({ requests: true, original_tokens: true, optimized_tokens: true, saved_tokens: true }).meta({
  id: 'UsageSums',
})

/** What the holder of a key is told of its account. */
export const OWN_ACCOUNT = ACCOUNT.pick({ account: true, plan: true, budget_cents: true })
  .extend({
    tier_label: TIER_LABEL,
    owed_cents: ACCOUNT.shape.owed_cents.optional().describe('Present if the plan is billed or something is owed.'),
    usage: z
      .object({ today: SUMS.describe('The day in UTC.'), total: SUMS })
      .describe('Usage of all keys of the account, transcripts included.'),
  })
  .meta({ id: 'OwnAccount' })

/** An account as the holder of one of its keys is shown it. */
export function ownAccountRow(shown: {
  accountName: string
  balance: Balance
  today: UsageSums
  total: UsageSums
}): z.output<typeof OWN_ACCOUNT> {
  const { accountName, balance, today, total } = shown
  const { plan, budgetMicroCents, owedMicroCents } = balance
  return {
    account: accountName,
    plan,
    tier_label: TIER_LABELS[plan],
    budget_cents: toCents(budgetMicroCents),
    ...((plan === 'pro' || owedMicroCents > 0) && { owed_cents: toCents(owedMicroCents) }),
    usage: { today: sumsRow(today), total: sumsRow(total) },
  }
}

function sumsRow({ requests, originalTokens, optimizedTokens }: UsageSums): z.output<typeof SUMS> {
  return {
    requests,
    original_tokens: originalTokens,
    optimized_tokens: optimizedTokens,
    saved_tokens: originalTokens - optimizedTokens,
  }
}
