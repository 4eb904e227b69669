import type { Kysely } from 'kysely'

/**
 * Adds which accounts stand for the ledgers of deleted ones, and, for a day, the ids that were deleted: requests that were
 * under way may still write something down under them.
 */
export async function createDeletedAccounts(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('accounts').addColumn('deleted_at', 'bigint').execute()
  await database.schema
    .createTable('deleted_accounts')
    .addColumn('account_id', 'text', (column) => column.primaryKey())
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .execute()
}
