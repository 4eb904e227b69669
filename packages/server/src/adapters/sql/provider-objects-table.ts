import type { Kysely } from 'kysely'

/** Adds the accounts that created objects at a provider, by hashes of the objects' ids. */
export async function createProviderObjects(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('provider_objects')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await database.schema.createIndex('provider_objects_by_account').on('provider_objects').column('account_id').execute()
  await database.schema.createIndex('provider_objects_by_expiry').on('provider_objects').column('expires_at').execute()
}
