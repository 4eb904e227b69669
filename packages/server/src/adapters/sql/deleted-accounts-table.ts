import type { Kysely } from 'kysely'

/**
 * Adds the accounts that hold the ledgers of deleted ones and, for a day, the deleted ids: requests in flight may still
 * store data under them.
 */
export async function createDeletedAccounts(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('accounts').addColumn('deleted_at', 'bigint').execute()
  await database.schema
    .createTable('deleted_accounts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .execute()
}
