import { type Kysely, sql } from 'kysely'

/** Adds to each account the length of its ledger, from which the next entry gets its number. */
export async function addLedgerLength(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('accounts')
    .addColumn('ledger_length', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update accounts set ledger_length =
      (select coalesce(max(sequence), 0) from ledger where ledger.account_id = accounts.id)`.execute(database)
}
