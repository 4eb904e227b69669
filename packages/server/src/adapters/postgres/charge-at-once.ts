import { type Kysely, sql } from 'kysely'
import type { Charge, ChargeOutcome, LedgerBook } from '../../money-ports.ts'
import type { Plan } from '../../ports.ts'
import type { Schema } from '../sql/schema.ts'

/** One row: the account as it was found, and what was charged before under the same idempotency key. */
interface Found {
  readonly plan: Plan
  readonly budget: number
  readonly fee: number
  readonly paid: number
  readonly repeated_hash: string | null
  readonly repeated_amount: number | null
  readonly repeated_book: LedgerBook | null
}

/**
 * Takes one fee in one statement: it locks the account, computes what it can pay, changes the figure and writes the entry.
 * Charges of one account come one after the other, so no budget is spent twice; with an idempotency key that another
 * charge has used meanwhile, the statement fails as a whole and changes nothing.
 */
export async function chargeAtOnce(database: Kysely<Schema>, charge: Charge, now: number): Promise<ChargeOutcome> {
  const { accountId, once, fees } = charge
  const free = sql`cast(${fees.free.microCents} as bigint)`
  const pro = sql`cast(${fees.pro.microCents} as bigint)`
  const { rows } = await sql<Found>`
    with found as (
      select id, plan, budget_micro_cents as budget, owed_micro_cents as owed,
        case when plan = 'free' then ${free} else ${pro} end as fee,
        case when plan = 'free' then least(${free}, budget_micro_cents) else ${pro} end as paid,
        case when plan = 'free' then cast(${fees.free.sharePercent} as bigint)
          else cast(${fees.pro.sharePercent} as bigint) end as share
      from accounts where id = ${accountId} for update
    ), repeated as (
      select once_body_hash, amount_micro_cents, book from ledger
      where account_id = ${accountId} and once_key_hash = ${once?.keyHash ?? null}
    ), charged as (
      update accounts set
        budget_micro_cents = budget_micro_cents - case when found.plan = 'free' then found.paid else 0 end,
        owed_micro_cents = owed_micro_cents + case when found.plan = 'free' then 0 else found.paid end,
        ledger_length = ledger_length + 1
      from found
      where accounts.id = found.id
        and (found.paid > 0 or cast(${once?.keyHash ?? null} as text) is not null)
        and not (found.plan = 'free' and found.fee > 0 and found.budget = 0)
        and not exists (select from repeated)
      returning accounts.id, ledger_length, found.plan, found.fee, found.paid, found.share,
        case when found.plan = 'free' then budget_micro_cents else owed_micro_cents end as balance
    ), written as (
      insert into ledger (account_id, sequence, book, kind, amount_micro_cents, balance_micro_cents, created_at, key_id,
        saved_tokens, price_name, price_micro_dollars, share_percent, full_micro_cents, once_key_hash, once_body_hash)
      select id, ledger_length, case when plan = 'free' then 'budget' else 'owed' end, 'charge',
        case when plan = 'free' then -paid else paid end, balance, ${now}, ${charge.keyId},
        ${charge.savedTokens}, ${charge.priceName}, ${charge.microDollarsPerMillion}, share, fee,
        ${once?.keyHash ?? null}, ${once?.bodyHash ?? null}
      from charged
    )
    select found.plan, found.budget, found.fee, found.paid, repeated.once_body_hash as repeated_hash,
      repeated.amount_micro_cents as repeated_amount, repeated.book as repeated_book
    from found left join repeated on true`.execute(database)
  const [found] = rows
  if (!found) throw new Error('the account that is to be charged does not exist')
  return outcomeOf(found, charge)
}

function outcomeOf(found: Found, { once }: Charge): ChargeOutcome {
  if (found.repeated_hash !== null) {
    if (found.repeated_hash !== once?.bodyHash) return { kind: 'mismatch' }
    const plan = found.repeated_book === 'budget' ? 'free' : 'pro'
    return { kind: 'charged', microCents: Math.abs(found.repeated_amount ?? 0), plan }
  }
  const { plan, budget, fee, paid } = found
  if (plan === 'free' && fee > 0 && budget === 0) return { kind: 'refused', plan, budgetMicroCents: 0 }
  return { kind: 'charged', microCents: paid, plan }
}
