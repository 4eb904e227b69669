import { type Kysely, sql } from 'kysely'

/** Adds the ledger: amounts owed, every change of a balance, and an opening entry for existing budgets. */
export async function createLedgerTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('accounts')
    .addColumn('owed_micro_cents', 'bigint', (column) =>
      column.notNull().defaultTo(0).check(sql`owed_micro_cents >= 0`),
    )
    .execute()
  await database.schema
    .createTable('ledger')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('restrict'))
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('book', 'text', (column) => column.notNull().check(sql`book in ('budget', 'owed')`))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount_micro_cents', 'bigint', (column) => column.notNull())
    .addColumn('balance_micro_cents', 'bigint', (column) => column.notNull().check(sql`balance_micro_cents >= 0`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('key_id', 'text')
    .addColumn('saved_tokens', 'bigint')
    .addColumn('price_name', 'text')
    .addColumn('price_micro_dollars', 'bigint')
    .addColumn('share_percent', 'bigint')
    .addColumn('full_micro_cents', 'bigint')
    .addColumn('once_key_hash', 'text')
    .addColumn('once_body_hash', 'text')
    .addPrimaryKeyConstraint('ledger_primary', ['account_id', 'sequence'])
    .execute()
  await database.schema
    .createIndex('ledger_by_once')
    .unique()
    .on('ledger')
    .columns(['account_id', 'once_key_hash'])
    .execute()
  await sql`
    insert into ledger (account_id, sequence, book, kind, amount_micro_cents, balance_micro_cents, created_at)
    select id, 1, 'budget', 'opening', budget_micro_cents, budget_micro_cents, created_at
    from accounts where budget_micro_cents > 0`.execute(database)
}
