import { type Kysely, type Selectable, sql } from 'kysely'
import type { ChargeDetails, LedgerEntry, LedgerStore } from '../../money/ledger-port.ts'
import type { Clock } from '../../ports.ts'
import { chargeAccount } from './charge-account.ts'
import { findOnce } from './find-once.ts'
import type { Schema } from './schema.ts'
import { verifyLedger } from './verify-ledger.ts'

/** The ledgers of accounts in a table. The balances themselves are stored with the accounts. */
export function createLedgerStore(database: Kysely<Schema>, clock: Clock): LedgerStore {
  return {
    async findBalance(accountId) {
      const row = await database
        .selectFrom('accounts')
        .select(['plan', 'budget_micro_cents', 'owed_micro_cents'])
        .where('id', '=', accountId)
        .executeTakeFirst()
      return row && { plan: row.plan, budgetMicroCents: row.budget_micro_cents, owedMicroCents: row.owed_micro_cents }
    },
    findBodyHash: (accountId, keyHash) => findOnce(database, accountId, keyHash),
    charge: (charge) =>
      database.transaction().execute((transaction) => chargeAccount(transaction, charge, clock.now())),
    async list(accountId, { limit, before }) {
      let query = database
        .selectFrom('ledger')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('sequence', 'desc')
        .limit(limit)
      if (before !== undefined) query = query.where('sequence', '<', before)
      const rows = await query.execute()
      return rows.map(toEntry)
    },
    async findNewestGrant(accountId) {
      const row = await database
        .selectFrom('ledger')
        .selectAll()
        .where('account_id', '=', accountId)
        // Literals as in the index, so that a prepared statement uses it whatever its parameters are.
        .where(sql<boolean>`book = 'budget' and kind <> 'charge'`)
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && toEntry(row)
    },
    verify: () => verifyLedger(database),
  }
}

function toEntry(row: Selectable<Schema['ledger']>): LedgerEntry {
  return {
    accountId: row.account_id,
    sequence: row.sequence,
    book: row.book,
    kind: row.kind,
    amountMicroCents: row.amount_micro_cents,
    balanceMicroCents: row.balance_micro_cents,
    createdAt: row.created_at,
    charge: row.kind === 'charge' ? toCharge(row) : null,
  }
}

function toCharge(row: Selectable<Schema['ledger']>): ChargeDetails {
  return {
    keyId: row.key_id ?? '',
    savedTokens: row.saved_tokens ?? 0,
    priceName: row.price_name ?? '',
    microDollarsPerMillion: row.price_micro_dollars ?? 0,
    sharePercent: row.share_percent ?? 0,
    fullMicroCents: row.full_micro_cents ?? 0,
  }
}
