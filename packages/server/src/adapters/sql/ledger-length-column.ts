import { type Kysely, sql } from 'kysely'

/** Adds how many entries an account's ledger has, so that whoever changes the account also has the number of the next. */
export async function addLedgerLength(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('accounts')
    .addColumn('ledger_length', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update accounts set ledger_length =
      (select coalesce(max(sequence), 0) from ledger where ledger.account_id = accounts.id)`.execute(database)
}
