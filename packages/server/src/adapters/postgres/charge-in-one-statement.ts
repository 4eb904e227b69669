import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Plan } from '../../money/account.ts'
import type { Charge, ChargeOutcome } from '../../money/ledger-port.ts'
import { chargeAccount } from '../sql/charge-account.ts'
import type { Schema } from '../sql/schema.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Charges one fee. Nearly every charge is one statement. These cases take a lock and some more statements: a repeated
 * request, a budget that is used up or does not cover the whole fee, and a call with neither fee nor idempotency key.
 */
export async function chargeInOneStatement(
  database: Kysely<Schema>,
  charge: Charge,
  now: number,
): Promise<ChargeOutcome> {
  const plan = await chargeInFull(database, charge, now)
  if (plan !== undefined) return { kind: 'charged', microCents: charge.fees[plan].microCents, plan }
  return await database.transaction().execute(async (transaction) => {
    const { accountId: id } = charge
    await sql`select from accounts where id = ${id} for update`.execute(transaction)
    return await chargeAccount(transaction, charge, now)
  })
}

/**
 * Changes the balance and writes the entry if the account can pay the whole fee. Charges of one account wait for each
 * other at its row, and each sees the balance after the previous one, so no budget is spent twice. If another charge
 * takes the idempotency key meanwhile, the whole statement fails. Returns the charged plan. Undefined: nothing was
 * changed.
 */
async function chargeInFull(database: Kysely<Schema>, charge: Charge, now: number): Promise<Plan | undefined> {
  const { accountId, once, fees } = charge
  const free = sql`cast(${fees.free.microCents} as bigint)`
  const pro = sql`cast(${fees.pro.microCents} as bigint)`
  const fee = sql`case when plan = 'free' then ${free} else ${pro} end`
  const onceKey = sql`cast(${once?.keyHash ?? null} as text)`
  const statement = sql<{ plan: Plan }>`
    with charged as (
      update accounts set
        budget_micro_cents = budget_micro_cents - case when plan = 'free' then ${free} else 0 end,
        owed_micro_cents = owed_micro_cents + case when plan = 'free' then 0 else ${pro} end,
        ledger_length = ledger_length + 1
      where id = ${accountId}
        and (plan <> 'free' or budget_micro_cents >= ${free})
        and (${onceKey} is not null or ${fee} > 0)
        and not exists (select from ledger where account_id = ${accountId} and once_key_hash = ${onceKey})
      returning id, plan, ledger_length, budget_micro_cents, owed_micro_cents
    ), written as (
      insert into ledger (account_id, sequence, book, kind, amount_micro_cents, balance_micro_cents, created_at, key_id,
        saved_tokens, price_name, price_micro_dollars, share_percent, full_micro_cents, once_key_hash, once_body_hash)
      select id, ledger_length, case when plan = 'free' then 'budget' else 'owed' end, 'charge',
        case when plan = 'free' then -${free} else ${pro} end,
        case when plan = 'free' then budget_micro_cents else owed_micro_cents end,
        ${now}, ${charge.keyId}, ${charge.savedTokens}, ${charge.priceName}, ${charge.microDollarsPerMillion},
        case when plan = 'free' then cast(${fees.free.sharePercent} as bigint)
          else cast(${fees.pro.sharePercent} as bigint) end,
        ${fee}, ${onceKey}, ${once?.bodyHash ?? null}
      from charged
    )
    select plan from charged`
  try {
    return (await statement.execute(database)).rows[0]?.plan
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return undefined
    throw error
  }
}
