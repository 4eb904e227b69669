import { ServiceError } from '../errors.ts'
import type { Plan } from '../money/account.ts'
import { toCents } from '../money/cents.ts'
import type { LedgerStore } from '../money/ledger-port.ts'
import type { Caller } from './key-port.ts'

/** The plan that a 402 response names; `anonymous` without a valid key. */
export type Tier = Plan | 'anonymous'

const REASON = 'TUL 1.0 requires a Pro subscription or a Free tier with a budget above 0.'

/**
 * Returns the caller if it may use transcript views. Entitled are pro accounts, free accounts with a budget above
 * zero, and an account that repeats the Idempotency-Key of a charged request; the caller compares the body.
 * @throws {ServiceError} payment_required, with the body of `paymentRequired`
 */
export async function entitle(
  ledger: Pick<LedgerStore, 'findBalance' | 'findBodyHash'>,
  request: { caller: Caller | undefined; onceKeyHash: () => string | undefined; signupUrl: string },
): Promise<Caller> {
  const { caller, signupUrl } = request
  const balance = caller && (await ledger.findBalance(caller.accountId))
  if (!caller || !balance) throw paymentRequired({ tier: 'anonymous', budgetMicroCents: 0, signupUrl })
  const { plan, budgetMicroCents } = balance
  if (plan === 'pro' || budgetMicroCents > 0) return caller
  const onceKeyHash = request.onceKeyHash()
  const isRepeated =
    onceKeyHash !== undefined && (await ledger.findBodyHash(caller.accountId, onceKeyHash)) !== undefined
  if (isRepeated) return caller
  throw paymentRequired({ tier: plan, budgetMicroCents, signupUrl })
}

/** The error, with the body that `tul1` defines for it. */
export function paymentRequired(details: { tier: Tier; budgetMicroCents: number; signupUrl: string }): ServiceError {
  return new ServiceError('payment_required', {
    body: {
      ok: false,
      error: REASON,
      your_tier: details.tier,
      your_budget_cents: toCents(details.budgetMicroCents),
      signup_url: details.signupUrl,
    },
  })
}
