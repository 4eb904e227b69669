import type { Kysely } from 'kysely'

/** Adds the times of the last alerts. */
export async function createAlerts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('alerts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute()
}
