import type { Transaction } from 'kysely'
import type { Plan } from '../../money/account.ts'
import type { Charge, ChargeOutcome } from '../../money/ledger-port.ts'
import { appendEntry } from './append-entry.ts'
import type { Schema } from './schema.ts'

interface Figures {
  readonly plan: Plan
  readonly budget: number
  readonly owed: number
}

/**
 * Charges one fee, in a separate transaction. The database orders simultaneous calls, and each sees the balance after
 * the previous ones. A free account pays at most its remaining budget, and is refused without one.
 */
export async function chargeAccount(
  transaction: Transaction<Schema>,
  charge: Charge,
  now: number,
): Promise<ChargeOutcome> {
  const repeated = await findRepeated(transaction, charge)
  if (repeated) return repeated
  const before = await readFigures(transaction, charge.accountId)
  const { microCents: fee } = charge.fees[before.plan]
  if (before.plan === 'free' && fee > 0 && before.budget === 0) {
    return { kind: 'refused', plan: 'free', budgetMicroCents: 0 }
  }
  const microCents = before.plan === 'free' ? Math.min(fee, before.budget) : fee
  if (microCents > 0) await change(transaction, charge.accountId, { before, microCents })
  // A call without a fee is stored only to recognise its idempotency key.
  if (microCents > 0 || charge.once) await appendCharge(transaction, charge, { before, microCents, now })
  return { kind: 'charged', microCents, plan: before.plan }
}

async function findRepeated(
  transaction: Transaction<Schema>,
  { accountId, once }: Charge,
): Promise<ChargeOutcome | undefined> {
  if (!once) return undefined
  const entry = await transaction
    .selectFrom('ledger')
    .select(['once_body_hash', 'amount_micro_cents', 'book'])
    .where('account_id', '=', accountId)
    .where('once_key_hash', '=', once.keyHash)
    .executeTakeFirst()
  if (!entry) return undefined
  if (entry.once_body_hash !== once.bodyHash) return { kind: 'mismatch' }
  const plan = entry.book === 'budget' ? 'free' : 'pro'
  return { kind: 'charged', microCents: Math.abs(entry.amount_micro_cents), plan }
}

async function readFigures(transaction: Transaction<Schema>, accountId: string): Promise<Figures> {
  const row = await transaction
    .selectFrom('accounts')
    .select(['plan', 'budget_micro_cents', 'owed_micro_cents'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { plan: row.plan, budget: row.budget_micro_cents, owed: row.owed_micro_cents }
}

/**
 * Updates the account only if it still has the values that were read. If transactions run side by side, one that lost
 * the race changes nothing and fails.
 */
async function change(
  transaction: Transaction<Schema>,
  accountId: string,
  { before, microCents }: { before: Figures; microCents: number },
): Promise<void> {
  const after =
    before.plan === 'free'
      ? { budget_micro_cents: before.budget - microCents }
      : { owed_micro_cents: before.owed + microCents }
  const { numUpdatedRows } = await transaction
    .updateTable('accounts')
    .set(after)
    .where('id', '=', accountId)
    .where('plan', '=', before.plan)
    .where('budget_micro_cents', '=', before.budget)
    .where('owed_micro_cents', '=', before.owed)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error('the account changed while it was charged')
}

async function appendCharge(
  transaction: Transaction<Schema>,
  charge: Charge,
  { before, microCents, now }: { before: Figures; microCents: number; now: number },
): Promise<void> {
  const { microCents: fullMicroCents, sharePercent } = charge.fees[before.plan]
  const { accountId, keyId, savedTokens, priceName, microDollarsPerMillion, once } = charge
  const change =
    before.plan === 'free'
      ? // Not `-microCents`, which would be minus zero for a call without a fee.
        { book: 'budget' as const, amountMicroCents: 0 - microCents, balanceMicroCents: before.budget - microCents }
      : { book: 'owed' as const, amountMicroCents: microCents, balanceMicroCents: before.owed + microCents }
  await appendEntry(transaction, {
    accountId,
    kind: 'charge',
    ...change,
    now,
    charge: { keyId, savedTokens, priceName, microDollarsPerMillion, sharePercent, fullMicroCents },
    once,
  })
}
